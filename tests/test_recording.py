"""What is kept for the check against Discord's own description leaves out nothing that could be wrong."""

from typing import Any

import pytest

from tests.recording import Requests


def message(*components: dict[str, Any], channel: int = 1, **fields: Any) -> dict[str, Any]:
    path = f"/channels/{100_000_000_000_000_000 + channel}/messages"
    return {"method": "POST", "path": path, "params": None, "json": {"components": [*components], **fields}}


def a_button(custom_id: str = "y:card:1:2", **fields: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "9♠", "custom_id": custom_id, **fields}


@pytest.mark.parametrize(
    "other",
    [
        message(a_button(), channel=2),
        message(a_button("y:card:7:8")),
        message(a_button(label="K♥")),
    ],
    ids=["elsewhere", "another card", "another label"],
)
def test_requests_of_one_form_are_kept_once(other: dict[str, Any]) -> None:
    requests = Requests()
    requests.add(message(a_button()))
    requests.add(other)
    assert len(requests.kept) == 1


@pytest.mark.parametrize(
    "other",
    [
        message(a_button("y:call:1:2")),
        message(a_button(), a_button()),
        message(a_button(label=" ")),
        message(a_button(label="9" * 201)),
        message(a_button(style=4)),
        message(a_button(disabled=True)),
        message(a_button(emoji={"name": "♠"})),
        message(a_button("y:card:" + "1" * 100)),
        message(a_button(), flags=64),
        message({"type": 10, "content": "9♠"}),
        {**message(a_button()), "method": "PATCH"},
    ],
    ids=lambda other: "",
)
def test_requests_of_another_form_are_all_kept(other: dict[str, Any]) -> None:
    requests = Requests()
    requests.add(message(a_button()))
    requests.add(other)
    assert len(requests.kept) == 2


def test_a_custom_id_twice_is_another_form_than_two_different_ones() -> None:
    requests = Requests()
    requests.add(message(a_button("y:card:1:2"), a_button("y:card:1:3")))
    requests.add(message(a_button("y:card:1:2"), a_button("y:card:1:2")))
    assert len(requests.kept) == 2


def test_the_longest_request_of_a_form_is_kept_wherever_it_was_made() -> None:
    here, there = Requests(), Requests()
    here.add(message(a_button(label="9♠ · new")))
    there.add(message(a_button(label="10♠ · new")))
    here.take_over(there.kept)
    there.take_over({form: message(a_button()) for form in there.kept})
    [kept] = here.written()
    assert kept["json"]["components"][0]["label"] == "10♠ · new"
    assert [*there.written()] == [kept]
