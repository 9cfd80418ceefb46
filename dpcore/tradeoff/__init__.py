from __future__ import annotations
import math
from dataclasses import dataclass
import numpy as np
from scipy.special import log_ndtr, ndtr, ndtri

class Curve:
    def advantage(self): return self.delta(0.0)
    def power(self, a): return 1-self(a)

@dataclass(frozen=True)
class G(Curve):
    m: float
    def __call__(self,a): return ndtr(ndtri(1-np.asarray(a))-self.m)
    def delta(self,e):
        m=self.m
        a=log_ndtr(-e/m+m/2); b=e+log_ndtr(-e/m-m/2)
        return float(np.exp(a)*-np.expm1(b-a)) if b<a else 0.0
    def epsilon(self,d):
        if d<=0: return math.inf
        if self.m==0: return 0.0
        lo,hi=0.0,1.0
        if self.delta(0.0)<=d: return 0.0
        while self.delta(hi)>d: hi*=2
        for _ in range(200):
            mid=(lo+hi)/2
            if self.delta(mid)>d: lo=mid
            else: hi=mid
        return hi
    def mu(self,d=0.0): return self.m
@dataclass(frozen=True)
class P(Curve):
    e: float
    d: float=0.0
    def __call__(self,a):
        a=np.asarray(a); return np.maximum(0,np.maximum(1-self.d-math.exp(self.e)*a, math.exp(-self.e)*(1-self.d-a)))
    def delta(self,e): return max(0.0,(math.exp(self.e)-math.exp(e)+self.d*(1+math.exp(e)))/(1+math.exp(self.e))) if self.d==0 else self.d+(1-self.d)*max(0.0,(math.exp(self.e)-math.exp(e))/(1+math.exp(self.e)))
    def epsilon(self,d): return self.e
    def mu(self,d=0.0): return -2*float(ndtri(1/(1+math.exp(self.e))))*(1+1e-12) if self.d==0 else math.inf
@dataclass(frozen=True)
class L(Curve):
    e: float
    def __call__(self,a):
        a=np.asarray(a,dtype=float); k=math.exp(-self.e); return np.where(a<k/2,1-a/k,np.where(a<=.5,k/(4*np.maximum(a,1e-300)),k*(1-a)))
    def delta(self,e): return max(0.0,1-math.exp((e-self.e)/2))
    def epsilon(self,d): return self.e
    def mu(self,d=0.0): return -2*float(ndtri(math.exp(-self.e/2)/2))*(1+1e-12)
def gaussian(mu): return G(float(mu))
def pure(e): return P(float(e))
def approximate(e,d): return P(float(e),float(d))
def laplace(e): return L(float(e))
def identity(): return P(0.0)
