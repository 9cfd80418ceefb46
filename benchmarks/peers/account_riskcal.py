"""riskcal: f at a thousand alpha, from privacy loss distributions of dp-accounting that it takes."""

import numpy as np
from account import ALPHAS, main
from account_dp_accounting import mix
from dp_accounting.pld import privacy_loss_distribution as pld
from riskcal.analysis import get_beta_from_pld


def sgd() -> list[float]:
    total = pld.from_gaussian_mechanism(1.0, sampling_prob=0.01).self_compose(10_000)
    return [float(b) for b in get_beta_from_pld(total, alpha=np.array(ALPHAS))]


TASKS = {
    "f of c": lambda: [float(b) for b in get_beta_from_pld(mix(), alpha=np.array(ALPHAS))],
    "f of d2": sgd,
}

if __name__ == "__main__":
    main("riskcal", TASKS)
