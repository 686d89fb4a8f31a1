"""The square game at random beside exact values, and recorded games compared with both."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, sqrt

from ...instances.errors import InputError
from ...instances.squares import PLAYERS, STANDARD, SquareRule, SquaresBoard, all_squares
from ..audits.fit import chi_square
from ..limits import Limits, Progress
from ..squares import native_rules

__all__ = [
    "Baseline",
    "Group",
    "baseline",
    "board_tilt_share",
    "compare_games",
    "draw_probability",
    "fit_of_lengths",
    "length_distribution",
]

EXACT_POINTS = 16
"""Largest board whose game lengths are counted exactly."""
DRAW_POINTS = 49


@dataclass(frozen=True)
class Baseline:
    """Random games on one board, and what is known exactly.

    Args:
        width, height: of the board.
        games: played.
        first, second, draws: games won by each side, and drawn.
        axis, tilted, both: the deciding stone completes axis-parallel squares only, tilted ones
            only, both.
        mean_decided: mean moves of decided games; ``None`` if there is none.
        mean: mean moves, a draw counted as the full board.
        mean_error: standard error of `mean`.
        exact_draw: exact probability of a draw, up to 49 points.
        exact_mean: exact mean, up to 16 points.
        fit: p-value of the lengths against the exact distribution, up to 16 points.
        fit_first_move: p-value of the first moves against the uniform distribution.
        tilt_on_board: share of tilted squares among all of the board.
        seconds: wall-clock time.
    """

    width: int
    height: int
    games: int
    first: int
    second: int
    draws: int
    axis: int
    tilted: int
    both: int
    mean_decided: float | None
    mean: float
    mean_error: float
    exact_draw: Fraction | None
    exact_mean: Fraction | None
    fit: float | None
    fit_first_move: float
    tilt_on_board: Fraction
    seconds: float

    @property
    def tilt_share(self) -> float:
        """Share of decided games whose deciding stone completes a tilted square."""
        decided = self.first + self.second
        return (self.tilted + self.both) / decided if decided else 0.0


def board_tilt_share(width: int, height: int, rule: SquareRule = STANDARD) -> Fraction:
    """Return the share of tilted squares on a board.

    Example:
        >>> board_tilt_share(5, 5)
        Fraction(2, 5)
    """
    squares = list(all_squares(width, height, rule))
    return Fraction(sum(s.is_tilted for s in squares), max(1, len(squares)))


def draw_probability(width: int, height: int, rule: SquareRule = STANDARD) -> Fraction:
    """Return the exact probability that a random game is drawn.

    A random full board is a uniform balanced colouring; it is a draw exactly if no square is
    one-coloured.

    Example:
        >>> draw_probability(3, 3), draw_probability(7, 7)
        (Fraction(46, 63), Fraction(0, 1))
    """
    from .. import _native

    points = width * height
    if points > DRAW_POINTS:
        raise InputError(f"colourings are counted up to {DRAW_POINTS} points")
    found = _native.square_counts(native_rules(width, height, rule), _native.Counted.colourings)
    return Fraction(found.by_size[(points + 1) // 2], comb(points, points // 2))


def length_distribution(width: int, height: int, rule: SquareRule = STANDARD) -> list[Fraction]:
    """Return the probability that a random game ends at move k; the last entry includes draws.

    From the number of undecided positions after k moves, all of which are equally likely to be
    reached in that many random claims.

    Example:
        >>> float(sum(k * p for k, p in enumerate(length_distribution(3, 3))))
        8.86031746031746
    """
    from .. import _native

    points = width * height
    if points > EXACT_POINTS:
        raise InputError(f"game lengths are counted up to {EXACT_POINTS} points")
    counts = _native.square_counts(native_rules(width, height, rule), _native.Counted.positions).by_size
    going_on = [
        Fraction(n, comb(points, (k + 1) // 2) * comb(points - (k + 1) // 2, k // 2))
        for k, n in enumerate(counts)
    ]
    ended = [Fraction(0)] + [going_on[k - 1] - going_on[k] for k in range(1, points + 1)]
    ended[points] += going_on[points]
    return ended


def fit_of_lengths(observed: Sequence[int], expected: Sequence[Fraction]) -> float:
    """Return the p-value of observed game lengths (a count for each) against exact probabilities.

    Example:
        >>> half = [Fraction(0), Fraction(1, 2), Fraction(1, 2)]
        >>> fit_of_lengths([0, 510, 490], half) > 0.1, fit_of_lengths([0, 900, 100], half) < 1e-6
        (True, True)
    """
    total = sum(observed)
    return chi_square((n, total * float(p)) for n, p in zip(observed, expected, strict=True))[0]


def baseline(
    width: int,
    height: int,
    rule: SquareRule = STANDARD,
    *,
    games: int = 100_000,
    seed: int = 1,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> Baseline:
    """Play random games and put the exact values beside them.

    Args:
        width, height: of the board, up to 64 points.
        rule: which squares count.
        games: how many.
        seed: the same seed gives the same games for any number of workers.
        limits: time and threads.
        progress: called a few times a second.

    Example:
        >>> row = baseline(4, 4, games=20_000)
        >>> row.first + row.second + row.draws, row.axis + row.tilted + row.both + row.draws
        (20000, 20000)
    """
    from scipy.stats import chi2

    from .. import _native

    limits = limits or Limits()
    start = time.perf_counter()
    found = _native.random_games(
        native_rules(width, height, rule),
        games,
        seed % 2**64,
        workers=limits.threads,
        seconds=limits.seconds or 0.0,
        progress=progress,
    )
    seconds = time.perf_counter() - start
    points = width * height
    decided = found.first + found.second
    lengths = list(found.by_length)
    moves = sum(k * n for k, n in enumerate(lengths))
    mean = (moves + found.draws * points) / max(1, found.games)
    squares = sum(k * k * n for k, n in enumerate(lengths)) + found.draws * points**2
    variance = max(0.0, squares / max(1, found.games) - mean**2)
    small = points <= EXACT_POINTS
    exact = length_distribution(width, height, rule) if small else None
    lengths[points] += found.draws
    even = found.games / points
    uniform = sum((n - even) ** 2 / even for n in found.by_cell) if found.games else 0.0
    return Baseline(
        width=width,
        height=height,
        games=found.games,
        first=found.first,
        second=found.second,
        draws=found.draws,
        axis=found.axis,
        tilted=found.tilted,
        both=found.both,
        mean_decided=moves / decided if decided else None,
        mean=mean,
        mean_error=sqrt(variance / max(1, found.games)),
        exact_draw=draw_probability(width, height, rule) if points <= DRAW_POINTS else None,
        exact_mean=sum((k * p for k, p in enumerate(exact)), Fraction(0)) if exact else None,
        fit=fit_of_lengths(lengths, exact) if exact else None,
        fit_first_move=float(chi2.sf(uniform, points - 1)) if points > 1 else 1.0,
        tilt_on_board=board_tilt_share(width, height, rule),
        seconds=seconds,
    )


@dataclass(frozen=True)
class Group:
    """Recorded games of one size, with or without hints.

    Args:
        width, height: of the board.
        hints: whether hints were shown; ``None`` if the record does not say.
        games: finished games.
        mean_moves: of all of them.
        wins: by side.
        draws: number.
        tilted: deciding stones that complete a tilted square.
        decided: games that were not drawn.
        low, high: 95 % interval of the tilt share (Clopper-Pearson).
        baseline_share: tilt share of random play.
        board_share: share of tilted squares on the board.
        p_baseline: p-value of the exact binomial test against the share of random play.
        first_p: p-value of the wins of the first player against one half.
    """

    width: int
    height: int
    hints: bool | None
    games: int
    mean_moves: float
    wins: dict[str, int]
    draws: int
    tilted: int
    decided: int
    low: float
    high: float
    baseline_share: float
    board_share: float
    p_baseline: float
    first_p: float

    @property
    def verdict(self) -> str:
        """What the tilt share says, or that there are too few games to say anything."""
        if not self.decided or self.low <= self.baseline_share <= self.high:
            return f"{self.decided} decided games cannot tell the tilt share from that of random play"
        where = "below" if self.high < self.baseline_share else "above"
        return f"tilted squares decide {where} random play"


def compare_games(
    games: Iterable[SquaresBoard], *, random_games: int = 100_000, seed: int = 1
) -> tuple[list[Group], int]:
    """Compare finished games with random play, by size and hints.

    Args:
        games: records; ``meta`` may say ``hints`` (true or false).
        random_games: for the baseline of each size.
        seed: of the baseline.

    Returns:
        The groups, and the number of games that were left out because they are not finished.

    Example:
        >>> won = SquaresBoard(3, 3, ((0, 0), (2, 2), (1, 0), (2, 1), (0, 1), (2, 0), (1, 1)))
        >>> (group,), left_out = compare_games([won, SquaresBoard(3, 3)], random_games=1000)
        >>> group.games, group.wins["first"], left_out
        (1, 1, 1)
    """
    from scipy.stats import binomtest

    by_group: dict[tuple[int, int, SquareRule, bool | None], list[SquaresBoard]] = {}
    left_out = 0
    for game in games:
        if game.winner is None or game.first is not None:
            left_out += 1
            continue
        told = (game.meta or {}).get("hints")
        key = (game.width, game.height, game.rule, told if isinstance(told, bool) else None)
        by_group.setdefault(key, []).append(game)
    groups = []
    for (width, height, rule, hints), members in by_group.items():
        at_random = baseline(width, height, rule, games=random_games, seed=seed)
        wins = Counter(str(g.winner) for g in members)
        decided = [g for g in members if g.deciding]
        tilted = sum(any(s.is_tilted for s in g.deciding or ()) for g in decided)
        share = min(max(at_random.tilt_share, 0.0), 1.0)
        test = binomtest(tilted, len(decided), share) if decided else None
        interval = test.proportion_ci(method="exact") if test else None
        both = wins["first"] + wins["second"]
        groups.append(
            Group(
                width=width,
                height=height,
                hints=hints,
                games=len(members),
                mean_moves=sum(g.count for g in members) / len(members),
                wins={p: wins[p] for p in PLAYERS},
                draws=wins["draw"],
                tilted=tilted,
                decided=len(decided),
                low=float(interval.low) if interval else 0.0,
                high=float(interval.high) if interval else 1.0,
                baseline_share=share,
                board_share=float(board_tilt_share(width, height, rule)),
                p_baseline=float(test.pvalue) if test else 1.0,
                first_p=float(binomtest(wins["first"], both).pvalue) if both else 1.0,
            )
        )
    return groups, left_out
