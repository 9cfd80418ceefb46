"""Prices in a budget's account: what is booked at a price, and the price that books an amount."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

import dpcore as dp
from dpcore.budget.account import ATTO
from dpcore.budget.meter import Meter
from dpcore.budget.standing import Standing
from dpcore.mechanisms import Epsilon, Kind, Mu, Price
from dpcore.plan import exchange
from dpcore.plan.exchange import Portion
from dpcore.queries import Query
from dpcore.table.table import Table

TABLE = Table(dp.Schema(age=dp.Number(0, 120, integer=True), ward=dp.Category(["a", "b"]), cost=dp.Number(0, 1e6)))
BUDGET = dp.Budget(epsilon=1.0, delta=1e-6)
RENYI = dp.Budget(epsilon=1.0, delta=1e-6, portfolio=dp.Portfolio(renyi=0.1))
QUESTIONS = [
    query.bind(TABLE.schema)
    for query in (
        dp.Count(),
        dp.Sum("cost"),
        dp.Mean("age", by="ward"),
        dp.Median("cost"),
        dp.Histogram("age", bins=12),
        dp.Quantiles("cost", [0.25, 0.75]),
    )
]


def meter(budget: dp.Budget, name: str = "") -> Meter:
    standing = Standing(budget, budget.account())
    return standing.meter_in(name) if name else standing.meter  # type: ignore[arg-type]


ACCOUNTS = {
    "gaussian": meter(BUDGET),
    "pure": meter(dp.Budget(epsilon=1.0)),
    "renyi": meter(RENYI, "renyi"),
}


def too_low(query: Query, price: Price) -> bool:
    try:
        exchange.charge_at(query, TABLE, price)
    except dp.DpError:
        return True
    return False


@pytest.mark.parametrize("query", QUESTIONS, ids=str)
@pytest.mark.parametrize("kind", [Mu, Epsilon], ids=lambda kind: kind.currency)
@pytest.mark.parametrize("name", ACCOUNTS)
def test_a_price_books_what_was_asked_and_hardly_less(name: str, kind: Kind, query: Query) -> None:
    account = ACCOUNTS[name]
    if kind is Mu and name == "pure":
        pytest.skip("no plan in mu is paid from a pure account")
    for part in (0.001, 0.1, 0.7):
        amount = int(part * account.whole)
        price = exchange.price_for(query, TABLE, kind, amount, account)
        if too_low(query, price):  # the highest price that the question refuses, and the next one books too much
            assert (kind is Mu and name == "gaussian") or not too_low(query, kind.of(price.amount * 1.01))
            continue
        booked = exchange.amount_of(exchange.charge_at(query, TABLE, price), account)
        assert booked is not None
        assert booked <= amount * (1 + 1e-9)  # rounds of a question are rounded up
        assert booked >= amount * (1 - 1e-6)


def test_a_gaussian_price_is_exact() -> None:
    account = ACCOUNTS["gaussian"]
    price = exchange.price_for(QUESTIONS[0], TABLE, Mu, account.amount(0.1, "epsilon"), account)
    assert price.total * ATTO == account.amount(0.1, "epsilon")


def test_laplace_noise_costs_what_a_gaussian_epsilon_of_a_tenth_books() -> None:
    """A count: pure epsilon 0.0220, as worked out by hand from mu² of Laplace noise."""
    account = meter(dp.Budget(epsilon=1.0, delta=1e-6, portfolio=dp.Portfolio(failure=0.0)))
    price = exchange.price_for(QUESTIONS[0], TABLE, Epsilon, account.amount(0.1, "epsilon"), account)
    assert price.amount == pytest.approx(0.0220, abs=5e-5)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("kind", [Mu, Epsilon], ids=lambda kind: kind.currency)
def test_a_total_books_what_was_asked_with_locked_rows(kind: Kind, seed: int) -> None:
    draw, account = random.Random(seed), ACCOUNTS["gaussian"]
    rows = [Portion(draw.choice(QUESTIONS), draw.choice([0.5, 1.0, 3.0])) for _ in range(draw.randrange(1, 6))]
    rows.append(Portion(draw.choice(QUESTIONS), price=kind.of(draw.choice([0.001, 0.01]))))
    amount = int(account.whole * draw.choice([0.05, 0.3, 0.9]))
    total = exchange.total_for(rows, TABLE, kind, amount, account)
    booked = exchange.booked_by(rows, TABLE, total, account)
    assert booked is not None
    assert booked == pytest.approx(amount, rel=1e-6)
    more = exchange.booked_by(rows, TABLE, kind.of(total.amount * 1.001), account)
    assert more is not None and more > amount


def test_what_no_row_can_change_books_nothing() -> None:
    public = Table(TABLE.schema, neighbors="replace")
    assert exchange.charge_at(QUESTIONS[0], public, Mu.of(0.1)).booked.mu_squared == 0
    account = ACCOUNTS["gaussian"]
    assert exchange.booked_by([Portion(QUESTIONS[0])], public, Epsilon.of(0.1), account) == 0
    assert not exchange.price_for(QUESTIONS[0], public, Epsilon, account.whole, account).total
    assert exchange.total_for([Portion(QUESTIONS[0])], public, Epsilon, account.whole, account).amount == exchange.LEAST


def test_a_price_that_books_too_much_at_any_size_is_the_least() -> None:
    assert exchange.price_for(QUESTIONS[0], TABLE, Epsilon, 0, ACCOUNTS["gaussian"]).amount == 1e-9
    assert exchange.total_for([Portion(QUESTIONS[0])], TABLE, Epsilon, 0, ACCOUNTS["gaussian"]).amount == 1e-9


def test_noise_that_the_account_does_not_bound_is_refused() -> None:
    with pytest.raises(dp.BudgetError, match="cannot be paid"):
        exchange.price_for(QUESTIONS[0], TABLE, Mu, ATTO // 2, ACCOUNTS["pure"])
    with pytest.raises(dp.BudgetError, match="cannot be paid"):
        exchange.total_for([Portion(QUESTIONS[0])], TABLE, Mu, ATTO // 2, ACCOUNTS["pure"])


@pytest.mark.parametrize("kind", [Mu, Epsilon], ids=lambda kind: kind.currency)
def test_a_question_that_books_less_than_its_mu_is_priced_by_what_it_books(kind: Kind) -> None:
    """Two quantiles chosen by selection book less than the mu squared that pays for them."""
    account, query = ACCOUNTS["gaussian"], dp.InterquartileRange("cost").bind(TABLE.schema)
    amount = account.amount(0.2, "epsilon")
    for _ in range(3):
        price = kind.of(exchange.typed(exchange.price_for(query, TABLE, kind, amount, account)))
        booked = exchange.amount_of(exchange.charge_at(query, TABLE, price), account)
        assert booked == pytest.approx(amount, rel=1e-6)
        assert booked is not None and booked <= amount * (1 + 1e-9)


@pytest.mark.parametrize("seed", range(60))
def test_a_typed_price_never_pays_more(seed: int) -> None:
    """The whole budget, typed, is never refused for a last digit."""
    draw = random.Random(seed)
    budget = dp.Budget(epsilon=draw.randrange(1, 400) / 100, delta=10.0 ** -draw.randrange(5, 10))
    account = meter(budget)
    for amount in (account.whole, draw.randrange(1, account.whole)):
        mu = exchange.typed(Mu(Fraction(amount, ATTO)))
        assert Mu.of(mu).total * ATTO <= amount
        assert mu == pytest.approx((amount / ATTO) ** 0.5, rel=1e-11)
