"""Linear regression: the textbook's answer without noise, intervals that cover, predictions, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction as Exact
from typing import Any

import numpy as np
import pandas as pd
import pytest

import dpcore as dp
from dpcore.errors import QueryError
from dpcore.mechanisms import Mu
from dpcore.mechanisms.additive import additive
from dpcore.present import shape
from dpcore.present.text import tidy
from dpcore.present.text.usable import usable
from dpcore.present.text.words import meaning
from dpcore.queries.models import regression
from dpcore.queries.models.features import features
from dpcore.release.record import Release
from dpcore.table.table import Table

SCHEMA = dp.Schema(
    age=dp.Number(18, 90, integer=True),
    smoker=dp.Flag(),
    region=dp.Category(["north", "south"], other=True),
    cost=dp.Number(-10_000, 30_000),
)
QUESTION = dp.LinearRegression("cost", ["age", "smoker", "region"])
ROWS = 20_000


def frame() -> pd.DataFrame:
    chance = np.random.default_rng(5)
    age, smoker = chance.integers(18, 91, ROWS), chance.random(ROWS) < 0.3
    region = chance.choice(["north", "south", "west"], ROWS, p=[0.5, 0.3, 0.2])
    cost = 2000 + 80 * age + 5000 * smoker - 1500 * (region == "south") + chance.normal(0, 3000, ROWS)
    return pd.DataFrame({"age": age, "smoker": smoker, "region": region, "cost": cost.clip(-10_000, 30_000)})


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dp.Desk]:
    home = tmp_path_factory.mktemp("regression")
    with dp.Desk(home=home) as desk:
        for neighbors in ("add_remove", "replace"):
            desk.add_dataset(
                neighbors,
                dp.read(frame()),
                schema=SCHEMA,
                budget=dp.Budget(mu=100, delta=1e-6),
                neighbors=neighbors,  # type: ignore[arg-type]
                separate_budget=True,
                expected_rows=ROWS,
            )
        yield desk


def asked(desk: dp.Desk, name: str = "add_remove", query: Any = QUESTION, **price: float) -> Release:
    (release,) = desk.release(name, dp.Plan([dp.Ask(query, **price)]))
    return release


def textbook() -> np.ndarray:
    """Ordinary least squares of the same rows."""
    rows = frame()
    columns = [np.ones(ROWS), rows.age, rows.smoker, rows.region == "south", rows.region == "west"]
    return np.linalg.lstsq(np.column_stack(columns).astype(float), rows.cost.to_numpy(), rcond=None)[0]


@pytest.mark.usefixtures("seeded")
@pytest.mark.parametrize("price", [{"mu": 30.0}, {"epsilon": 20.0}], ids=["mu", "epsilon"])
def test_with_little_noise_it_is_least_squares(desk: dp.Desk, price: dict[str, float]) -> None:
    table = asked(desk, "replace", **price).table.set_index("variable")
    assert table.index[:5].tolist() == ["(intercept)", "age", "smoker", "region = south", "region = other"]
    assert table["estimate"][:5].to_numpy() == pytest.approx(textbook(), rel=0.03, abs=30)
    assert table["estimate"]["rows"] == pytest.approx(ROWS, abs=20)
    rest = frame().cost.to_numpy()
    assert table["estimate"]["standard deviation around the mean"] == pytest.approx(rest.std(), rel=0.01)
    assert table["estimate"]["standard deviation around the fit"] == pytest.approx(3000, rel=0.03)


def simulated(chance: np.random.Generator, noise: float = 1.0) -> tuple[int, int, bool]:
    """How many coefficients of a random table lie within their margins, how many there are, and if these are told.

    noise: the size of the noise relative to what the margins assume.
    """
    size, rows, mu = chance.integers(1, 9), int(10 ** chance.uniform(3.3, 5.3)), 10 ** chance.uniform(-1.3, 0.5)
    kinds = chance.choice(["even", "normal", "flag", "skewed"], size=size)
    mixed = chance.normal(size=(rows, 1)) * chance.choice([0, 0.5, 1])
    z = chance.normal(size=(rows, size)) + mixed
    shapes = {"even": np.tanh(z), "normal": 0.3 * z - 0.2, "flag": np.sign(z - 0.5), "skewed": 0.08 * np.exp(z) - 1}
    x = np.clip(np.stack([shapes[kind][:, place] for place, kind in enumerate(kinds)], axis=1), -1, 1)
    beta = chance.normal(size=size) * chance.choice([0, 0.05, 0.2]) / np.sqrt(size)
    start, far = chance.uniform(-0.2, 0.2), chance.choice([0.05, 0.1])
    y = start + x @ beta + far * chance.normal(size=rows)
    names = tuple(f"x{place}" for place in range(size))
    declared = {
        name: dp.Flag() if kind == "flag" else dp.Number(-1, 1) for name, kind in zip(names, kinds, strict=True)
    }
    products = features(dp.Schema(declared, y=dp.Number(-1, 1)), names, "y")
    columns = {**dict(zip(names, x.T, strict=True)), "y": y}
    whole = np.column_stack([np.ones(rows), *(columns[variable.column] for variable in products.variables)])
    gram = whole.T @ whole
    exact = np.array([gram[entry] for entry in products.entries])
    table = Table(dp.Schema(declared, y=dp.Number(-1, 1)))
    spread = additive(products.statistic(table, Mu(Exact(mu**2)), True), Mu(Exact(mu**2))).error(0.95)
    variances = np.square(np.array(spread.std) / products.units(Mu))
    noisy = exact + noise * np.sqrt(variances) * chance.normal(size=len(exact))
    assert products.weighted is not None
    target = products.weighted + 1
    used = [0, *(place for place in range(1, 2 + size) if place != target)]
    fit = regression.fit(
        noisy, variances, products.places, regression.Common.all_of(used, len(products.places)), target
    )
    truth = np.array([start, *(beta[names.index(products.variables[place - 1].column)] for place in used[1:])])
    half = spread.whole * np.sqrt(np.diag(fit.covariance)) + fit.pull
    return int((np.abs(fit.beta - truth) <= half).sum()), len(truth), fit.told


def covered(noise: float, times: int) -> float:
    chance = np.random.default_rng(11)
    found = [simulated(chance, noise) for _ in range(times)]
    told = [(inside, size) for inside, size, told in found if told]
    assert len(told) > times * 3 / 8
    return sum(inside for inside, _ in told) / sum(size for _, size in told)


def test_intervals_cover_where_they_are_told_and_not_with_twice_the_noise() -> None:
    """n from 2,000 to 200,000, mu from .05 to 3, one to eight features of all shapes, correlated or not."""
    assert 0.93 <= covered(1.0, 400) <= 0.99
    assert covered(2.0, 120) < 0.9


def test_predictions_are_those_of_the_coefficients(desk: dp.Desk) -> None:
    release = asked(desk, mu=2)
    value = release.table.set_index("variable")["estimate"]
    rows = pd.DataFrame({"region": ["west", "north", None], "age": [30, 90, 40], "smoker": [True, False, True]})
    read = release.evaluate(rows)
    expected = [
        value["(intercept)"] + 30 * value["age"] + value["smoker"] + value["region = other"],
        value["(intercept)"] + 90 * value["age"],
    ]
    assert read["estimate"][:2].tolist() == pytest.approx(expected) and np.isnan(read["estimate"][2])
    assert (read["low"][:2] < read["estimate"][:2]).all() and (read["estimate"][:2] < read["high"][:2]).all()
    one = release.evaluate({"age": 30, "smoker": True, "region": "west"})
    assert one["estimate"].tolist() == pytest.approx([read["estimate"][0]], rel=1e-12)
    assert release.evaluate(rows.to_dict("records"))["estimate"][1] == read["estimate"][1]
    back = Release.from_dict(release.to_dict())
    assert back.evaluate(rows).equals(read)


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ({"age": [30], "smoker": [True]}, "no column 'region'"),
        ({"age": [17], "smoker": [True], "region": ["north"]}, "covers age from 18 to 90 only"),
        ({"age": [30], "smoker": ["perhaps"], "region": ["north"]}, "'perhaps' is not a value of 'smoker'"),
        ({"age": ["old"], "smoker": [True], "region": ["north"]}, "must be numbers"),
        ({"age": [30, 40], "smoker": [True], "region": ["north"]}, "as many values in each column"),
        ({"age": [], "smoker": [], "region": []}, "1 to 1,000,000 rows"),
        (3, "rows with the columns age, smoker, region"),
        ("age", "rows with the columns"),
        ([], "rows with the columns"),
    ],
)
def test_rows_that_cannot_be_are_refused(desk: dp.Desk, rows: Any, said: str) -> None:
    release = asked(desk, mu=2)
    with pytest.raises(QueryError, match=said):
        release.evaluate(rows)
    with pytest.raises(QueryError, match="no setting 'fold'"):
        release.evaluate({"age": [30], "smoker": [True], "region": ["north"]}, fold=True)


@pytest.mark.parametrize(
    ("name", "cell", "said"),
    [
        ("smoker", [True], "is not a value of 'smoker'"),
        ("smoker", {"no": 1}, "is not a value of 'smoker'"),
        ("region", ["north"], "is not a value of 'region'"),
        ("region", b"north", "is not a value of 'region'"),
        ("region", object(), "is not a value of 'region'"),
        ("region", "\ud800", "is not a value of 'region'"),
        ("age", [30], "must be numbers"),
        ("age", np.timedelta64(30, "D"), "must be numbers"),
        ("age", np.bool_(True), "must be numbers"),
        ("age", 10**400, "must be numbers"),
        ("age", np.ma.masked, "must be numbers"),
    ],
    ids=range(11),
)
def test_a_cell_that_no_table_has_is_refused(desk: dp.Desk, name: str, cell: Any, said: str) -> None:
    rows: dict[str, Any] = {"age": [30], "smoker": [True], "region": ["north"]}
    with pytest.raises(QueryError, match=said):
        asked(desk, mu=0.5).evaluate(rows | {name: [cell]})


@pytest.mark.parametrize("cells", [{0: 30}, {30}], ids=["mapping", "set"])
def test_a_column_without_an_order_is_refused(desk: dp.Desk, cells: Any) -> None:
    with pytest.raises(QueryError, match="'age' must be a list"):
        asked(desk, mu=0.5).evaluate({"age": cells, "smoker": [True], "region": ["north"]})


def test_a_column_given_twice_is_refused(desk: dp.Desk) -> None:
    rows = pd.DataFrame([[30, 40, True, "north"]], columns=["age", "age", "smoker", "region"])
    with pytest.raises(QueryError, match="more than one column 'age'"):
        asked(desk, mu=0.5).evaluate(rows)


def test_values_of_categories_are_read_as_in_a_table(desk: dp.Desk) -> None:
    """Without blanks around them; an empty or overlong text is missing, any other unlisted one is "other"."""
    regions = ["north", " north\t", "west", np.bool_(True), "", " ", "x" * 5000, None, "<NA>"]
    rows = {"age": [30] * len(regions), "smoker": [False] * len(regions), "region": regions}
    read = asked(desk, mu=2).evaluate(rows)["estimate"].to_numpy()
    assert read[1] == read[0] != read[2] and read[3] == read[2] == read[8]
    assert np.isnan(read[4:8]).all()


@pytest.mark.parametrize("size", [1e3, 1e12, 1e18])
def test_singular_products_have_a_fit(size: float) -> None:
    """Products that are all equal, however large beside the noise and the number of rows."""
    products = features(dp.Schema(a=dp.Number(-1, 1), b=dp.Number(-1, 1), y=dp.Number(-1, 1)), ("a", "b"), "y")
    moments = np.full(len(products.entries), -size)
    for sign in (1.0, -1.0):
        fit = regression.fit(
            sign * moments,
            np.ones(len(moments)),
            products.places,
            regression.Common.all_of([0, 1, 2], len(products.places)),
            3,
        )
        assert np.isfinite(fit.beta).all() and np.isfinite(fit.covariance).all()


def test_r_squared_of_features_that_explain_little_is_not_told_as_nothing() -> None:
    """With hardly any noise the interval of R squared has the error of the sample, also where the truth is near 0."""
    chance, inside = np.random.default_rng(5), []
    products = features(dp.Schema(a=dp.Number(-1, 1), b=dp.Number(-1, 1), y=dp.Number(-1, 1)), ("a", "b"), "y")
    for _ in range(400):
        x, far = np.clip(chance.normal(0, 0.3, (2000, 2)), -1, 1), chance.choice([0.0, 0.01])
        y = far * x[:, 0] + 0.1 * chance.normal(size=2000)
        whole = np.column_stack([np.ones(2000), x, y])
        gram = whole.T @ whole
        moments = np.array([gram[entry] for entry in products.entries])
        fit = regression.fit(
            moments,
            np.full(len(moments), 1e-12),
            products.places,
            regression.Common.all_of([0, 1, 2], len(products.places)),
            3,
        )
        truth = far**2 * 0.09 / (far**2 * 0.09 + 0.01)
        inside.append(abs(fit.gain[0] - truth) <= 1.96 * fit.gain[1])
    assert np.mean(inside) >= 0.95


@pytest.mark.usefixtures("seeded")
def test_where_noise_may_be_all_nothing_is_told(desk: dp.Desk) -> None:
    release = asked(desk, mu=1e-4)
    table = release.table
    coefficients = table[table["part"] == "coefficient"]
    assert coefficients["estimate"].notna().all() and coefficients[["std_error", "low", "high"]].isna().all().all()
    assert not usable(release)[: len(coefficients)].any()
    assert (
        "cannot be estimated" in meaning(release) and "cannot be estimated" in shape.presenter(release).notes(True)[0]
    )
    assert "not usable" in tidy.readable(release, table)["note"].tolist()


@pytest.mark.usefixtures("seeded")
def test_a_target_that_depends_on_nothing_is_no_better_than_its_mean(desk: dp.Desk, tmp_path: Any) -> None:
    chance = np.random.default_rng(8)
    x, y = chance.random((2, 2500))
    rows = pd.DataFrame({"x": [*x, *x], "y": [*y, *(1 - y)]})  # the slope is 0, not almost an error from it
    schema = dp.Schema(x=dp.Number(0, 1), y=dp.Number(0, 1))
    with dp.Desk(home=tmp_path) as own:
        own.add_dataset("none", dp.read(rows), schema=schema, budget=dp.Budget(10, 1e-6))
        release = asked(own, "none", dp.LinearRegression("y", ["x"]), mu=1)
    assert "No better than the mean of y" in shape.presenter(release).notes(True)[0]
    assert "explains" in shape.presenter(asked(desk, mu=1)).notes(True)[0]


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (lambda: dp.LinearRegression("cost", []), "one or more columns besides"),
        (lambda: dp.LinearRegression("cost", ["cost"]), "each once"),
        (lambda: dp.LinearRegression("cost", ["age", "age"]), "each once"),
        (lambda: dp.LinearRegression("cost", [3]), "one or more columns"),  # type: ignore[list-item]
        (lambda: dp.LinearRegression("smoker", ["age"]).bind(SCHEMA), "not a number"),
        (lambda: dp.LinearRegression("cost", ["height"]).bind(SCHEMA), "not declared"),
        (lambda: dp.LinearRegression("y", ["c"]).bind(dp.Schema(c=dp.Category(["a"]), y=dp.Number(0, 1))), "must vary"),
    ],
)
def test_questions_that_cannot_be_are_refused(made: Any, said: str) -> None:
    with pytest.raises(QueryError, match=said):
        made()


def test_terms_of_the_same_name_are_numbered(tmp_path: Any) -> None:
    """A column named as the intercept, and one named as the value of another; each is named in the caption."""
    chance = np.random.default_rng(3)
    rows = pd.DataFrame({name: chance.random(4000) for name in ("(intercept)", "a = b", "low")})
    rows["a"] = chance.choice(["c", "b"], 4000)
    numbers = {name: dp.Number(0, 1) for name in ("(intercept)", "a = b", "low")}
    schema = dp.Schema(numbers, a=dp.Category(["c", "b"]))
    with dp.Desk(home=tmp_path) as own:
        own.add_dataset("names", dp.read(rows), schema=schema, budget=dp.Budget(10, 1e-6))
        release = asked(own, "names", dp.LinearRegression("low", ["(intercept)", "a = b", "a"]), mu=1)
        single = asked(own, "names", dp.LinearRegression("a = b", ["low"]), mu=1)
    assert release.table["variable"][:4].tolist() == ["(intercept)", "(intercept) (2)", "a = b", "a = b (2)"]
    assert "a = b (2) ±" in meaning(release)
    assert "low ±" in meaning(single) and "coefficient" not in meaning(single)
    read = single.evaluate({"low": [0.5]})
    assert list(read.columns) == ["low_", "estimate", "std_error", "low", "high"] and read["low_"][0] == 0.5


def test_values_of_few_rows_are_merged_and_the_rest_is_told(tmp_path: Any) -> None:
    """A category's `other` without rows, a value of three rows and a flag that is hardly ever true."""
    chance = np.random.default_rng(9)
    town = chance.choice(["a", "b", "c"], 3000)
    town[:3] = "rare"
    rows = pd.DataFrame({"x": chance.random(3000), "town": town, "odd": np.arange(3000) < 4})
    rows["y"] = 1 + rows.x - (rows.town == "b") + chance.normal(0, 0.2, 3000)
    schema = dp.Schema(
        x=dp.Number(0, 1), town=dp.Category(["a", "b", "c", "rare"], other=True), odd=dp.Flag(), y=dp.Number(-2, 4)
    )
    with dp.Desk(home=tmp_path) as own:
        own.add_dataset("t", dp.read(rows), schema=schema, budget=dp.Budget(mu=5, delta=1e-6))
        release = asked(own, "t", dp.LinearRegression("y", ["x", "town", "odd"]), mu=1)
    table = release.table.set_index("variable")
    for name, truth in (("x", 1.0), ("town = b", -1.0), ("town = c", 0.0)):
        half = (table["high"][name] - table["low"][name]) / 2  # two standard errors: one in twenty is farther off
        assert abs(table["estimate"][name] - truth) <= 4 * half
    for name in ("town = rare", "town = other", "odd"):
        assert table["estimate"][name] == 0 and np.isnan(table["low"][name])
    (note,) = shape.presenter(release).notes(True)
    assert "Too few rows" in note and "town = rare" in note
    read = release.evaluate({"x": [0.5, 0.5, 0.5], "town": ["a", "rare", "a"], "odd": [False, False, True]})
    assert np.isfinite(read["low"][0]) and read["low"][1:].isna().all() and read["estimate"].notna().all()
