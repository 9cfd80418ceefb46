"""Famous mistakes about composition: averages used as worst cases, estimates as bounds, one direction for both."""

from __future__ import annotations

import math

from dpcore import calibrate, tradeoff
from dpcore.learn.mistake.example import Example, Mistake, Row
from dpcore.text import Text
from dpcore.tradeoff.family.poisson import Poisson

TOPIC = Text("Privacy loss and composition")
_RATE, _NOISE, _STEPS, _DELTA = 0.02, 0.8, 2000, 1e-5
_ROWS = 50_000


def _limit_theorem() -> Example:
    mu = tradeoff.sgd_mu(_ROWS, int(_RATE * _ROWS), _NOISE, _STEPS * _RATE)
    claimed = tradeoff.gaussian(float(mu)).epsilon(_DELTA)
    low, high = tradeoff.subsampled_gaussian(_RATE, _NOISE, _STEPS).epsilon_bounds(_DELTA)
    return Example(
        Row(Text("epsilon by the central limit theorem"), claimed),
        Row(Text("epsilon, certified (lower bound)"), low),
        low > claimed,
        (Row(Text("epsilon, certified (upper bound)"), high), Row(Text("mu by the central limit theorem"), float(mu))),
    )


def _one_direction() -> Example:
    removing, adding = (
        Poisson(1.0 / _NOISE, _RATE, order).repeat(_STEPS).epsilon_bounds(_DELTA) for order in (False, True)
    )
    return Example(
        Row(Text("epsilon when a person is added"), adding[1]),
        Row(Text("epsilon when a person is removed"), removing[0]),
        removing[0] > adding[1],
    )


def _noise_multiplier() -> Example:
    poisson = tradeoff.subsampled_gaussian(0.01, 1.0).epsilon(1e-6)
    # Replacing a row moves a sum of clipped rows by twice the clipping bound.
    actual = tradeoff.gaussian(2.0).subsample(0.01).epsilon_bounds(1e-6)[0]
    return Example(
        Row(Text("epsilon of one step, a person added or removed"), poisson),
        Row(Text("epsilon of one step, a person replaced"), actual),
        actual > poisson,
        (Row(Text("sample"), 1.0, "%"), Row(Text("noise multiplier"), 1.0)),
    )


def _average_loss() -> Example:
    chance = 1e-6
    curve = tradeoff.discrete([1.0, 0.0], [1.0 - chance, chance])
    return Example(
        Row(Text("average loss (Kullback-Leibler divergence)"), -math.log1p(-chance)),
        Row(Text("actual epsilon"), curve.epsilon(0.0)),
        math.isinf(curve.epsilon(0.0)),
        (Row(Text("probability that a person is printed in full"), curve.delta_bounds(50.0)[0]),),
    )


def _divergence() -> Example:
    p = math.e / (1.0 + math.e)
    coin, gauss = tradeoff.pure(1.0), tradeoff.gaussian(1.0)
    of_coin = math.log(p * p / (1.0 - p) + (1.0 - p) ** 2 / p)
    claimed, actual = gauss.advantage(), coin.advantage()
    return Example(
        Row(
            Text("best attack on randomised response, at most (by the claim)"),
            100 * claimed,
            Text("points ahead of chance"),
        ),
        Row(Text("best attack on randomised response"), 100 * actual, Text("points ahead of chance")),
        actual > claimed and of_coin < gauss.moments().kl * 2.0,
        # of two Gaussians the divergence of order 2 is mu^2, twice that of order 1
        (
            Row(Text("divergence of order 2 of randomised response (epsilon 1)"), of_coin),
            Row(Text("divergence of order 2 of Gaussian noise (mu 1)"), gauss.moments().kl * 2.0),
        ),
    )


def _power() -> Example:
    level, epsilon, delta = 0.5, 2.0, 0.01
    claimed = level * math.exp(epsilon) + delta
    actual = tradeoff.approximate(epsilon, delta).power(level)
    return Example(
        Row(Text("members found at 50 % false alarms, at most (by the formula)"), 100 * claimed, "%"),
        Row(Text("members found at 50 % false alarms, at most"), 100 * actual, "%"),
        claimed > 1.0 and actual < claimed,
    )


def _group() -> Example:
    at = 0.6
    single = tradeoff.pure(1.0)
    claimed, actual = single(single(at)), single.group(2).bounds(at)[1]
    return Example(
        Row(Text("misses at 60 % false alarms, two people, by the formula"), 100 * claimed, "%"),
        Row(Text("misses of the best attacker"), 100 * actual, "%"),
        claimed > actual,
        (
            Row(Text("misses of blind guessing"), 100 * (1.0 - at), "%"),
            Row(Text("misses at 20 % false alarms, two people, exactly"), 100 * single.group(2)(0.2), "%"),
            Row(
                Text("misses at 20 % false alarms, two people, by doubling epsilon"), 100 * tradeoff.pure(2.0)(0.2), "%"
            ),
        ),
    )


def _tiny_delta() -> Example:
    claimed = calibrate.mu(1.0, 1e-6)
    curve = tradeoff.approximate(1.0, 1e-6)
    return Example(
        Row(Text("mu that corresponds to this epsilon and delta"), claimed),
        Row(Text("mu that every mechanism with this epsilon and delta satisfies"), curve.mu()),
        math.isinf(curve.mu()),
        (Row(Text("mu, if delta is recorded separately"), curve.mu(1e-6)),),
    )


def _sampled_mu() -> Example:
    rate, mu = 0.001, 2.0
    actual = tradeoff.gaussian(mu).subsample(rate).mu()
    return Example(
        Row(Text("mu after sampling one row in 1,000"), rate * mu),
        Row(Text("actual mu"), actual),
        actual > rate * mu,
        (Row(Text("actual epsilon at delta 1e-6"), tradeoff.gaussian(mu).subsample(rate).epsilon(1e-6)),),
    )


def _iterations() -> Example:
    curve = tradeoff.laplace(0.5).repeat(20)
    actual = curve.epsilon_bounds(0.0)[0]
    return Example(
        Row(Text("epsilon of a run of 10 iterations"), 1.0),
        Row(Text("actual epsilon"), actual),
        actual > 1.0,
        (Row(Text("delta at epsilon 1"), curve.delta_bounds(1.0)[0]),),
    )


ACCOUNT: tuple[Mistake, ...] = (
    Mistake(
        "limit-theorem",
        TOPIC,
        Text("After many steps of noisy training, the central limit theorem gives the privacy loss."),
        Text(
            "It gives the limit of the loss as the number of steps grows. After a finite number of steps the "
            "loss may be larger, as it is here."
        ),
        Text("Such figures are shown as estimates. Charges are certified from both sides."),
        _limit_theorem,
    ),
    Mistake(
        "one-direction",
        TOPIC,
        Text("Neighbours are symmetric, so it is enough to look at one direction."),
        Text(
            "With random sampling, detecting a removed person and detecting an added person are different "
            "tests. One of them is easier."
        ),
        Text("Both directions are composed separately, and the worse result is used."),
        _one_direction,
    ),
    Mistake(
        "noise-multiplier",
        TOPIC,
        Text("Noise multiplier 1 on samples of 1 % is one guarantee."),
        Text(
            "There are two. Removing a row changes a sum once. Replacing a row changes it by up to twice "
            "as much, and sampling has a different effect."
        ),
        Text("Each dataset declares its neighbouring relation, and every price is computed for that relation."),
        _noise_multiplier,
    ),
    Mistake(
        "average-loss",
        TOPIC,
        Text("If the divergence between two neighbours is small, nobody is exposed."),
        Text(
            "An average hides rare disasters. If one person in a million is printed in full, the average "
            "hardly changes."
        ),
        Text("Guarantees cover the worst case, not the average. They are trade-off curves, never divergences."),
        _average_loss,
    ),
    Mistake(
        "divergence-order",
        TOPIC,
        Text("The mechanism with the smaller Rényi divergence is harder to attack."),
        Text(
            "A divergence of one order reduces a whole curve to one number. It can rank two curves in the wrong order."
        ),
        Text("Mechanisms are compared by their trade-off curves."),
        _divergence,
    ),
    Mistake(
        "power",
        TOPIC,
        Text("A test at level gamma detects at most gamma e^epsilon + delta."),
        Text(
            "This is true, but the bound soon exceeds 100 %. The curve has a second line, which the "
            "formula ignores. The tables must also be neighbours."
        ),
        Text("The power of an attacker is read from the curve, which includes both lines."),
        _power,
    ),
    Mistake(
        "group",
        TOPIC,
        Text("For two people, apply the curve to itself."),
        Text(
            "The function to apply twice is the attacker's success, 1 minus the curve. This curve applied "
            "to itself returns its input, which would mean more misses than blind guessing has."
        ),
        Text("For groups, the attacker's success is applied repeatedly. This is also tighter than doubling epsilon."),
        _group,
    ),
    Mistake(
        "tiny-delta",
        TOPIC,
        Text("With a tiny delta, (epsilon, delta) can be recorded as some mu."),
        Text(
            "Delta may be the probability that everything is revealed. No Gaussian curve allows that, however "
            "large its mu."
        ),
        Text("The Gaussian accounting method records deltas separately and adds them up."),
        _tiny_delta,
    ),
    Mistake(
        "sampled-mu",
        TOPIC,
        Text("Noise on a sample of one row in a thousand costs a thousandth of its mu."),
        Text(
            "For nearly all attackers this is true. Against an attacker who only reacts to the rarest "
            "answers, sampling changes nothing."
        ),
        Text(
            "The mu of a curve is computed over all answers, including the rarest. Sampling is composed by its "
            "own curve."
        ),
        _sampled_mu,
    ),
    Mistake(
        "iterations",
        TOPIC,
        Text("Clustering with epsilon/2 for the sums and epsilon/2 for the counts costs epsilon."),
        Text("That is the price of one iteration. Each iteration reads the rows again and must be paid again."),
        Text("An algorithm that reads the rows several times is priced for all passes before the first one."),
        _iterations,
    ),
)
