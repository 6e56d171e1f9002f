"""Distributions by density, probability, quantile, deviation and draws.

Uses only `scipy.special`: `scipy.stats` takes a second to import and the installers
leave it out. Parameters are arrays; arguments broadcast against them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

import numpy as np

from core.arrays import Floats

Shape = tuple[int, ...]
_FAR = 1e150
_MANY = 1e9  # counts from which on a Poisson distribution is its Gaussian


class Law(ABC):
    """One distribution for each entry of its parameters."""

    #: Whether its values are whole numbers, and `density` the probability of one.
    whole: ClassVar[bool] = False

    @abstractmethod
    def density(self, y: Floats) -> Floats:
        """Density at ``y``, or the probability of exactly ``y``."""

    @abstractmethod
    def below(self, y: Floats) -> Floats:
        """Probability of at most ``y``."""

    @abstractmethod
    def quantile(self, share: float) -> Floats:
        """The value with ``share`` of the probability below it."""

    @abstractmethod
    def deviation(self) -> Floats:
        """The standard deviation."""

    @abstractmethod
    def draw(self, shape: Shape, rng: np.random.Generator) -> Floats:
        """Samples; ``shape`` ends with that of the parameters."""


class Shifted(Law):
    """A law on the whole line, shifted by ``place`` and scaled by ``scale``."""

    def __init__(self, place: Floats, scale: Floats) -> None:
        self.place, self.scale = place, scale

    def away(self, y: Floats) -> Floats:
        """How many scales ``y`` is above the place; its square is finite."""
        with np.errstate(over="ignore"):
            return np.clip((y - self.place) / self.scale, -_FAR, _FAR)

    def back(self, away: Floats) -> Floats:
        """The value this many scales above the place."""
        return np.asarray(self.place + self.scale * away)


class Normal(Shifted):
    """A Gaussian by mean and standard deviation."""

    def density(self, y: Floats) -> Floats:
        """The Gaussian density."""
        away = self.away(y)
        peak = 1.0 / (np.sqrt(2.0 * np.pi) * self.scale)
        return np.asarray(peak * np.exp(-0.5 * away * away))

    def below(self, y: Floats) -> Floats:
        """Φ."""
        from scipy.special import ndtr

        return np.asarray(ndtr(self.away(y)))

    def quantile(self, share: float) -> Floats:
        """Φ⁻¹."""
        from scipy.special import ndtri

        return self.back(ndtri(share))

    def deviation(self) -> Floats:
        """The scale itself."""
        return self.scale

    def draw(self, shape: Shape, rng: np.random.Generator) -> Floats:
        """Draw from the standard Gaussian, then shift and scale."""
        return self.back(rng.standard_normal(shape))


class Laplace(Shifted):
    """Two exponentials back to back."""

    def density(self, y: Floats) -> Floats:
        """The density, symmetric about the place."""
        return np.asarray(0.5 * np.exp(-np.abs(self.away(y))) / self.scale)

    def below(self, y: Floats) -> Floats:
        """Computed from the nearer tail."""
        away = self.away(y)
        tail = 0.5 * np.exp(-np.abs(away))
        return np.where(away < 0.0, tail, 1.0 - tail)

    def quantile(self, share: float) -> Floats:
        """Computed from the nearer tail."""
        low = share < 0.5
        tail = np.log(2.0 * (share if low else 1.0 - share))
        return self.back(np.asarray(tail if low else -tail))

    def deviation(self) -> Floats:
        """√2 times the scale."""
        return np.asarray(np.sqrt(2.0) * self.scale)

    def draw(self, shape: Shape, rng: np.random.Generator) -> Floats:
        """Draw around 0, then shift and scale."""
        return self.back(rng.laplace(size=shape))


class Student(Shifted):
    """Student's t with ``freedom`` degrees of freedom."""

    def __init__(self, freedom: Floats, place: Floats, scale: Floats) -> None:
        super().__init__(place, scale)
        self.freedom = freedom

    def density(self, y: Floats) -> Floats:
        """A bell with heavy tails."""
        from scipy.special import poch

        nu, away = self.freedom, self.away(y)
        tails = np.exp(-0.5 * (nu + 1.0) * np.log1p(away * away / nu))
        peak = poch(0.5 * nu, 0.5) / (np.sqrt(np.pi * nu) * self.scale)
        return np.asarray(peak * tails)

    def below(self, y: Floats) -> Floats:
        """An incomplete beta function."""
        from scipy.special import stdtr

        return np.asarray(stdtr(self.freedom, self.away(y)))

    def quantile(self, share: float) -> Floats:
        """Its inverse."""
        from scipy.special import stdtrit

        return self.back(stdtrit(self.freedom, share))

    def deviation(self) -> Floats:
        """Infinite with two degrees of freedom or fewer."""
        above = self.freedom - 2.0
        safe = np.where(above > 0.0, above, 1.0)
        wide = np.where(above > 0.0, np.sqrt(self.freedom / safe), np.inf)
        return np.asarray(self.scale * wide)

    def draw(self, shape: Shape, rng: np.random.Generator) -> Floats:
        """Draw from the standard distribution, then shift and scale."""
        return self.back(rng.standard_t(self.freedom, shape))


class Gamma(Law):
    """Amounts by shape and scale; shape 1 is the exponential distribution."""

    def __init__(self, shape: Floats, scale: Floats) -> None:
        self.shape, self.scale = shape, scale

    def density(self, y: Floats) -> Floats:
        """0 below 0."""
        from scipy.special import gammaln, xlogy

        away = np.asarray(y / self.scale)
        inside = np.maximum(away, 0.0)
        logged = xlogy(self.shape - 1.0, inside) - inside - gammaln(self.shape)
        return np.where(away < 0.0, 0.0, np.exp(logged) / self.scale)

    def below(self, y: Floats) -> Floats:
        """The incomplete gamma function."""
        from scipy.special import gammainc

        return np.asarray(gammainc(self.shape, np.maximum(y / self.scale, 0.0)))

    def quantile(self, share: float) -> Floats:
        """Its inverse."""
        from scipy.special import gammaincinv

        return np.asarray(self.scale * gammaincinv(self.shape, share))

    def deviation(self) -> Floats:
        """√shape times the scale."""
        return np.asarray(np.sqrt(self.shape) * self.scale)

    def draw(self, shape: Shape, rng: np.random.Generator) -> Floats:
        """Draw with scale 1, then scale."""
        return np.asarray(self.scale * rng.standard_gamma(self.shape, shape))


class Beta(Law):
    """Proportions by two shapes."""

    def __init__(self, first: Floats, second: Floats) -> None:
        self.first, self.second = first, second

    def density(self, y: Floats) -> Floats:
        """0 outside of [0, 1]."""
        from scipy.special import betaln, xlog1py, xlogy

        inside = np.clip(y, 0.0, 1.0)
        logged = (
            xlogy(self.first - 1.0, inside)
            + xlog1py(self.second - 1.0, -inside)
            - betaln(self.first, self.second)
        )
        return np.where(inside == y, np.exp(logged), 0.0)

    def below(self, y: Floats) -> Floats:
        """The incomplete beta function."""
        from scipy.special import betainc

        return np.asarray(betainc(self.first, self.second, np.clip(y, 0.0, 1.0)))

    def quantile(self, share: float) -> Floats:
        """Its inverse."""
        from scipy.special import betaincinv

        return np.asarray(betaincinv(self.first, self.second, share))

    def deviation(self) -> Floats:
        """The standard deviation, from the two shapes."""
        total = self.first + self.second
        shares = (self.first / total) * (self.second / total)
        return np.asarray(np.sqrt(shares / (total + 1.0)))

    def draw(self, shape: Shape, rng: np.random.Generator) -> Floats:
        """From the generator."""
        return np.asarray(rng.beta(self.first, self.second, shape))


class Poisson(Law):
    """Counts by their rate.

    From a billion on, which a diverging run reaches, it is its Gaussian to four digits;
    special functions and generators fail there one after the other.
    """

    whole = True

    def __init__(self, rate: Floats) -> None:
        self.rate = rate
        self._many = ~(rate <= _MANY)  # and unknown ones
        self._few = np.fmin(rate, _MANY)
        self._bell = Normal(rate, np.sqrt(rate))

    def density(self, y: Floats) -> Floats:
        """The probability of a whole number; 0 below 0."""
        from scipy.special import gammaln, xlogy

        rate, count = self._few, np.maximum(y, 0.0)
        chance = np.exp(xlogy(count, rate) - gammaln(count + 1.0) - rate)
        chance = np.where(self._many, self._bell.density(count), chance)
        return np.where(y < 0.0, 0.0, chance)

    def below(self, y: Floats) -> Floats:
        """The probability of all counts up to ``y``."""
        from scipy.special import pdtr

        count = np.floor(y)
        found = pdtr(np.maximum(count, 0.0), self._few)
        found = np.where(self._many, self._bell.below(count), found)
        return np.where(count < 0.0, 0.0, found)

    def quantile(self, share: float) -> Floats:
        """The smallest count that reaches ``share``."""
        from scipy.special import pdtr, pdtrik

        found = np.ceil(pdtrik(share, self._few))
        # Rounding may have raised it by one.
        lower = np.maximum(found - 1.0, 0.0)
        enough = pdtr(lower, self._few) >= share
        bell = np.maximum(np.ceil(self._bell.quantile(share)), 0.0)
        return np.where(self._many, bell, np.where(enough, lower, found))

    def deviation(self) -> Floats:
        """√rate."""
        return np.asarray(np.sqrt(self.rate))

    def draw(self, shape: Shape, rng: np.random.Generator) -> Floats:
        """From the generator."""
        found = np.asarray(rng.poisson(self._few, shape), np.float64)
        if not self._many.any():
            return found
        return np.where(self._many, np.round(self._bell.draw(shape, rng)), found)
