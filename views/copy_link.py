"""The control that copies the address of the screen at hand, or a text."""

from __future__ import annotations

from views.component import component


def copy_link(label: str, copied: str, by_hand: str, *, text: str = "") -> None:
    """Show a button that puts the page's address, or a text, on the clipboard.

    Parameters
    ----------
    label, copied
        The button's words before and after.
    by_hand
        What is said where the browser refuses (an iframe without `clipboard-write`): the address
        is then shown, selected, to copy by hand.
    text
        What to copy in place of the address.
    """
    component("copy_link")(
        key=f"copy-{'text' if text else 'link'}",
        data={"label": label, "copied": copied, "byHand": by_hand, "text": text},
    )
