"""How the lesson LOOKS: pictures, components, the page frame and the state in the address.

Imports run one way: pages -> views -> lessons, specdec. Nothing here computes a probability:
what is true comes from specdec, what is said comes from lessons.
"""
