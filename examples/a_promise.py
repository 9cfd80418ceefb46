"""Trade-off curves without a table: an attacker's success, composed losses, and an attack that refutes a claim.

python examples/a_promise.py
"""

from __future__ import annotations

from dpcore import tradeoff


def main() -> None:
    """Thirty small answers and one larger one, as epsilon, as an attacker's power and as mu."""
    curve = tradeoff.compose([tradeoff.laplace(0.1).repeat(30), tradeoff.gaussian(0.5)])
    low, high = curve.epsilon_bounds(1e-6)
    print(f"epsilon at delta 1e-6: between {low:.6f} and {high:.6f}")
    print(f"of 100 people an attacker finds at most {100 * curve.power(0.05):.0f} at 5 % false alarms")
    print(f"the smallest mu that covers it: {float(curve.mu()):.4f}")
    training = tradeoff.subsampled_gaussian(rate=256 / 60_000, noise_multiplier=1.1, steps=14_062)
    print(f"noisy gradient descent, epsilon at delta 1e-5: {float(training.epsilon(1e-5)):.4f}")
    attack = tradeoff.audit(12, 1000, 640, 1000)
    print(
        f"an attack with 12 false and 640 true alarms in 1,000 runs each shows mu of at least {float(attack.mu()):.2f}"
    )
    print(f"it refutes a claim of mu 1: {attack.rejects(tradeoff.gaussian(1))}")


if __name__ == "__main__":
    main()
