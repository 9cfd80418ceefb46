from dpcore import tradeoff
def mu(epsilon, delta):
    lo,hi=0.0,1.0
    while tradeoff.gaussian(hi).delta(epsilon)<delta: hi*=2
    for _ in range(200):
        mid=(lo+hi)/2
        if mid>0 and tradeoff.gaussian(mid).delta(epsilon)<=delta: lo=mid
        elif mid==0: break
        else: hi=mid
    return lo*(1-1e-15)
def sigma(s,epsilon,delta): return s/mu(epsilon,delta)
