"""Settings are read once, from the environment and .env, and a bad one is refused with a reason."""

from pathlib import Path

import pytest

from bot.config import Settings, SettingsError


def from_env(**environ: str) -> Settings:
    return Settings.from_env(environ, None)


@pytest.fixture
def env_file(tmp_path: Path) -> Path:
    file = tmp_path / ".env"
    file.write_text("DISCORD_TOKEN=from-file\nLOG_LEVEL=debug\nDEV_GUILD_ID=\n", encoding="utf-8")
    return file


def test_without_any_setting_every_default_stands() -> None:
    assert from_env() == Settings(
        token=None,
        database_url="sqlite:///data/yaniv.sqlite3",
        log_level="INFO",
        language="en",
        dev_guild_id=None,
        computer_delay=(1.0, 3.0),
        next_round_seconds=20,
        computer_processes=1,
        card_pictures=True,
        test_discord=None,
    )


def test_every_setting_is_read() -> None:
    settings = from_env(
        DISCORD_TOKEN="secret",
        DATABASE_URL="sqlite:///elsewhere.db",
        LOG_LEVEL="warning",
        YANIV_LANGUAGE="pt-BR",
        DEV_GUILD_ID="123456789012345678",
        COMPUTER_DELAY="0.5 - 2",
        NEXT_ROUND_SECONDS="5",
        COMPUTER_PROCESSES="3",
        CARD_PICTURES="off",
        YANIV_TEST_DISCORD="http://127.0.0.1:8080",
    )
    assert settings == Settings(
        "secret",
        "sqlite:///elsewhere.db",
        "WARNING",
        "pt-BR",
        123456789012345678,
        (0.5, 2.0),
        5,
        3,
        False,
        "127.0.0.1:8080",
    )


def test_env_file_is_read(env_file: Path) -> None:
    settings = Settings.from_env({}, env_file)
    assert (settings.token, settings.log_level, settings.dev_guild_id) == ("from-file", "DEBUG", None)


def test_environment_wins_over_env_file(env_file: Path) -> None:
    assert Settings.from_env({"DISCORD_TOKEN": "from-environment"}, env_file).token == "from-environment"


def test_an_empty_variable_wins_and_stands_for_the_default(env_file: Path) -> None:
    settings = Settings.from_env({"DISCORD_TOKEN": "", "LOG_LEVEL": " "}, env_file)
    assert (settings.token, settings.log_level) == (None, "INFO")


def test_a_missing_env_file_is_no_error(tmp_path: Path) -> None:
    assert Settings.from_env({}, tmp_path / ".env") == Settings()


def test_dollar_signs_in_env_file_are_kept(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("DISCORD_TOKEN=a${HOME}b\n", encoding="utf-8")
    assert Settings.from_env({}, tmp_path / ".env").token == "a${HOME}b"


def test_one_number_is_a_fixed_computer_delay() -> None:
    assert from_env(COMPUTER_DELAY="0").computer_delay == (0.0, 0.0)


@pytest.mark.parametrize(
    ("value", "shown"), [("", True), ("on", True), ("Yes", True), ("1", True), ("OFF", False), ("0", False)]
)
def test_card_pictures_are_shown_unless_they_are_off(value: str, *, shown: bool) -> None:
    assert from_env(CARD_PICTURES=value).card_pictures is shown


def test_the_token_is_never_shown() -> None:
    assert "secret" not in repr(from_env(DISCORD_TOKEN="secret"))


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("LOG_LEVEL", "LOUD", "DEBUG, INFO, WARNING, ERROR, CRITICAL"),
        ("YANIV_LANGUAGE", "../etc", "a language code"),
        ("DEV_GUILD_ID", "my server", "digits only"),
        ("DEV_GUILD_ID", "٣", "digits only"),
        ("COMPUTER_DELAY", "3-1", "such as 1-3"),
        ("COMPUTER_DELAY", "fast", "such as 1-3"),
        ("COMPUTER_DELAY", "1-61", "0 to 60"),
        ("COMPUTER_DELAY", "-1", "such as 1-3"),
        ("NEXT_ROUND_SECONDS", "soon", "0 to 3600"),
        ("NEXT_ROUND_SECONDS", "3601", "0 to 3600"),
        ("NEXT_ROUND_SECONDS", "-5", "0 to 3600"),
        ("CARD_PICTURES", "maybe", "on, off"),
    ],
)
def test_a_bad_value_is_refused_by_name_value_and_what_is_allowed(
    name: str, value: str, allowed: str
) -> None:
    with pytest.raises(SettingsError) as refusal:
        from_env(**{name: value})
    assert name in str(refusal.value)
    assert repr(value) in str(refusal.value)
    assert allowed in str(refusal.value)


@pytest.mark.parametrize("url", ["postgres://bot:hunter2@db/yaniv", "hunter2", "mysql+x://u:hunter2@h"])
def test_a_refused_database_address_does_not_repeat_its_password(url: str) -> None:
    with pytest.raises(SettingsError, match=r"DATABASE_URL.*sqlite:///") as refusal:
        from_env(DATABASE_URL=url)
    assert "hunter2" not in str(refusal.value)


@pytest.mark.parametrize(
    ("value", "address"),
    [
        ("http://127.0.0.1:8080", "127.0.0.1:8080"),
        ("http://127.9.8.7:1/", "127.9.8.7:1"),
        ("http://[::1]:65535", "[::1]:65535"),
    ],
)
def test_a_stand_in_for_discord_may_listen_on_a_loopback_address(value: str, address: str) -> None:
    assert from_env(YANIV_TEST_DISCORD=value).test_discord == address


@pytest.mark.parametrize(
    "value",
    [
        "http://localhost:80",
        "http://localhost.evil:80",
        "http://127.0.0.1.evil:80",
        "http://127.0.0.1:80.evil",
        "http://127.0.0.1:80@evil:80",
        "http://evil@127.0.0.1:80",
        "http://127.0.0.1:80/evil",
        "http://127.0.0.1:80#",
        "http://127.1:80",
        "http://128.0.0.1:80",
        "http://0.0.0.0:80",
        "http://[::2]:80",
        "http://[::]:80",
        "http://::1:80",
        "http://127.0.0.1",
        "http://127.0.0.1:0",
        "http://127.0.0.1:65536",
        "http://١٢٧.٠.٠.١:80",
        "https://127.0.0.1:80",
        "127.0.0.1:80",
        "discord.com",
    ],
)
def test_a_stand_in_for_discord_listens_nowhere_else(value: str) -> None:
    with pytest.raises(SettingsError, match=r"YANIV_TEST_DISCORD .* a loopback address"):
        from_env(YANIV_TEST_DISCORD=value)
