"""How turns of one conversation lend their words to their neighbours.

A turn that says only "Yes, in Berlin!" is found by the words of the question before it. The turns
before lend more than the turns after; a long neighbour lends proportionally less.
"""

from __future__ import annotations

LENT_BY_EARLIER = (0.6, 0.4, 0.2)
LENT_BY_LATER = (0.3, 0.2, 0.1)
LENT_WORDS = 20
"""A neighbour of more words than this lends as if it had so many."""

LEND_BELOW = 200
"""A word in more documents of a scope than this is too common to be worth borrowing."""

REACH = max(len(LENT_BY_EARLIER), len(LENT_BY_LATER))

SHIFTS: tuple[tuple[int, float], ...] = (
    (0, 1.0),
    *((distance, weight) for distance, weight in enumerate(LENT_BY_EARLIER, 1)),
    *((-distance, weight) for distance, weight in enumerate(LENT_BY_LATER, 1)),
)
"""(from a turn to the one that borrows, weight): +1 is the next turn, -1 the one before."""
