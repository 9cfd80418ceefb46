"""gdpnum: f at a thousand alpha, from privacy loss distributions of dp-accounting that it takes."""

import numpy as np
from account import ALPHAS, main
from account_dp_accounting import mix
from dp_accounting.pld import privacy_loss_distribution as pld
from gdpnum import PLDConverter

TASKS = {
    "f of c": lambda: PLDConverter(mix()).get_beta(np.array(ALPHAS)).tolist(),
    "f of d2": lambda: (
        PLDConverter(pld.from_gaussian_mechanism(1.0, sampling_prob=0.01).self_compose(10_000))
        .get_beta(np.array(ALPHAS))
        .tolist()
    ),
}

if __name__ == "__main__":
    main("gdpnum", TASKS)
