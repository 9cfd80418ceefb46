"""Famous mistakes about adding up: averages for worst cases, estimates for bounds, one direction for two."""

from __future__ import annotations

import math

from dpcore import calibrate, tradeoff
from dpcore.learn.mistake.example import Example, Mistake, Row
from dpcore.text import Text
from dpcore.tradeoff.family.poisson import Poisson

TOPIC = Text("What a loss is, and how losses add up")
_RATE, _NOISE, _STEPS, _DELTA = 0.02, 0.8, 2000, 1e-5
_ROWS = 50_000


def _limit_theorem() -> Example:
    mu = tradeoff.sgd_mu(_ROWS, int(_RATE * _ROWS), _NOISE, _STEPS * _RATE)
    claimed = tradeoff.gaussian(float(mu)).epsilon(_DELTA)
    low, high = tradeoff.subsampled_gaussian(_RATE, _NOISE, _STEPS).epsilon_bounds(_DELTA)
    return Example(
        Row(Text("epsilon by the limit theorem"), claimed),
        Row(Text("epsilon, certified"), low),
        low > claimed,
        (Row(Text("certified from above"), high), Row(Text("mu by the limit theorem"), float(mu))),
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
    found = tradeoff.gaussian(2.0).subsample(0.01).epsilon_bounds(1e-6)[0]
    return Example(
        Row(Text("epsilon of one step, a person added or removed"), poisson),
        Row(Text("epsilon of one step, a person replaced"), found),
        found > poisson,
        (Row(Text("sample"), 1.0, "%"), Row(Text("noise multiplier"), 1.0)),
    )


def _average_loss() -> Example:
    chance = 1e-6
    curve = tradeoff.discrete([1.0, 0.0], [1.0 - chance, chance])
    return Example(
        Row(Text("average loss (Kullback-Leibler divergence)"), -math.log1p(-chance)),
        Row(Text("epsilon it keeps"), curve.epsilon(0.0)),
        math.isinf(curve.epsilon(0.0)),
        (Row(Text("chance that somebody is printed in full"), curve.delta_bounds(50.0)[0]),),
    )


def _divergence() -> Example:
    p = math.e / (1.0 + math.e)
    coin, gauss = tradeoff.pure(1.0), tradeoff.gaussian(1.0)
    of_coin = math.log(p * p / (1.0 - p) + (1.0 - p) ** 2 / p)
    claimed, found = gauss.advantage(), coin.advantage()
    return Example(
        Row(
            Text("best attack on randomised response, by the claim at most"),
            100 * claimed,
            Text("points ahead of chance"),
        ),
        Row(Text("best attack on it"), 100 * found, Text("points ahead of chance")),
        found > claimed and of_coin < gauss.moments().kl * 2.0,
        # of two Gaussians the divergence of order 2 is mu^2, twice that of order 1
        (
            Row(Text("its divergence of order 2 (epsilon 1)"), of_coin),
            Row(Text("that of Gaussian noise (mu 1)"), gauss.moments().kl * 2.0),
        ),
    )


def _power() -> Example:
    level, epsilon, delta = 0.5, 2.0, 0.01
    claimed = level * math.exp(epsilon) + delta
    found = tradeoff.approximate(epsilon, delta).power(level)
    return Example(
        Row(Text("members found at 50 % false alarms, by the formula at most"), 100 * claimed, "%"),
        Row(Text("members found, at most"), 100 * found, "%"),
        claimed > 1.0 and found < claimed,
    )


def _group() -> Example:
    at = 0.6
    single = tradeoff.pure(1.0)
    claimed, found = single(single(at)), single.group(2).bounds(at)[1]
    return Example(
        Row(Text("misses at 60 % false alarms, two people, by the formula"), 100 * claimed, "%"),
        Row(Text("misses of the best attacker"), 100 * found, "%"),
        claimed > found,
        (
            Row(Text("what any attacker misses who guesses blindly"), 100 * (1.0 - at), "%"),
            Row(Text("misses at 20 % false alarms, two people, exactly"), 100 * single.group(2)(0.2), "%"),
            Row(Text("the same by doubling epsilon"), 100 * tradeoff.pure(2.0)(0.2), "%"),
        ),
    )


def _tiny_delta() -> Example:
    claimed = calibrate.mu(1.0, 1e-6)
    curve = tradeoff.approximate(1.0, 1e-6)
    return Example(
        Row(Text("mu that has this epsilon and delta"), claimed),
        Row(Text("mu that every such mechanism keeps"), curve.mu()),
        math.isinf(curve.mu()),
        (Row(Text("mu, if the delta is booked beside it"), curve.mu(1e-6)),),
    )


def _sampled_mu() -> Example:
    rate, mu = 0.001, 2.0
    found = tradeoff.gaussian(mu).subsample(rate).mu()
    return Example(
        Row(Text("mu after sampling one row in 1,000"), rate * mu),
        Row(Text("mu it keeps"), found),
        found > rate * mu,
        (Row(Text("its epsilon at delta 1e-6"), tradeoff.gaussian(mu).subsample(rate).epsilon(1e-6)),),
    )


def _iterations() -> Example:
    curve = tradeoff.laplace(0.5).repeat(20)
    found = curve.epsilon_bounds(0.0)[0]
    return Example(
        Row(Text("epsilon of a run of 10 iterations"), 1.0),
        Row(Text("epsilon it keeps"), found),
        found > 1.0,
        (Row(Text("delta at epsilon 1"), curve.delta_bounds(1.0)[0]),),
    )


ACCOUNT: tuple[Mistake, ...] = (
    Mistake(
        "limit-theorem",
        TOPIC,
        Text("After many steps of noisy training, the central limit theorem says what was spent."),
        Text("It says what the loss tends to. After any real number of steps the loss may be larger, and here it is."),
        Text("Such figures are shown as estimates. What is booked is certified from both sides."),
        _limit_theorem,
    ),
    Mistake(
        "one-direction",
        TOPIC,
        Text("Neighbours are symmetric, so it is enough to look at one direction."),
        Text("On a random sample, somebody leaving and somebody joining are different tests. One is easier."),
        Text("Both directions are composed apart, and the worse one is answered."),
        _one_direction,
    ),
    Mistake(
        "noise-multiplier",
        TOPIC,
        Text("Noise multiplier 1 on samples of 1 % is one promise."),
        Text(
            "It is two. Removing a row moves a sum once; replacing it moves the sum twice as far, and samples "
            "differently."
        ),
        Text("What a neighbour is belongs to the dataset, and every price is computed for it."),
        _noise_multiplier,
    ),
    Mistake(
        "average-loss",
        TOPIC,
        Text("If the divergence between two neighbours is small, nobody is exposed."),
        Text("An average forgives rare disasters. Print one person in a million in full: the average hardly moves."),
        Text("Promises are about the worst event, not the average one: curves, never divergences."),
        _average_loss,
    ),
    Mistake(
        "divergence-order",
        TOPIC,
        Text("The mechanism with the smaller Rényi divergence is harder to attack."),
        Text("One order of divergence is one number about a whole curve. It can put two curves in the wrong order."),
        Text("Mechanisms are compared by their curves."),
        _divergence,
    ),
    Mistake(
        "power",
        TOPIC,
        Text("A test at level gamma detects at most gamma e^epsilon + delta."),
        Text(
            "True, and soon above 100 %. It forgets the other of the two lines, and that the tables must be neighbours."
        ),
        Text("The attacker's power is read off the curve, where both lines count."),
        _power,
    ),
    Mistake(
        "group",
        TOPIC,
        Text("For two people, apply the curve to itself."),
        Text(
            "What composes is the attacker's success, 1 minus the curve. Applied to itself, this curve gives back the "
            "question: an answer better than blind guessing allows."
        ),
        Text("Groups are composed the right way round. That is also tighter than doubling epsilon."),
        _group,
    ),
    Mistake(
        "tiny-delta",
        TOPIC,
        Text("With a delta so tiny, (epsilon, delta) can be booked as some mu."),
        Text("Delta is the chance that everything is lost. No Gaussian curve, however steep, allows that."),
        Text("The Gaussian account keeps delta in a column of its own, and adds it up."),
        _tiny_delta,
    ),
    Mistake(
        "sampled-mu",
        TOPIC,
        Text("Noise on a sample of one row in a thousand costs a thousandth of its mu."),
        Text(
            "For nearly all attackers, yes. For one who waits for the rarest answers, sampling changes nothing at all."
        ),
        Text("Every curve is asked for the mu it keeps, rare answers included. Sampling is composed by its own curve."),
        _sampled_mu,
    ),
    Mistake(
        "iterations",
        TOPIC,
        Text("Clustering with epsilon/2 for the sums and epsilon/2 for the counts costs epsilon."),
        Text("That is one iteration. Each iteration looks at the rows again, and pays again."),
        Text("Whatever looks at the rows several times is priced for all of them, before the first."),
        _iterations,
    ),
)
