"""A worker may die at any moment: the run goes on elsewhere, with the same result and each effect once."""

from __future__ import annotations

import time
from uuid import UUID

import pytest
from django.db.models.functions import Now

from apps.agents.models import Agent, Run, Step
from apps.agents.services import driving, leasing, starting, sweeping
from apps.agents.services.driving import World
from apps.agents.services.recording import Recorder
from apps.agents.types import State
from apps.memories.models import Memory
from kernel.actors import Actor
from kernel.clock import SystemClock
from kernel.tenancy import tenant_scope
from language_models.scripted import ScriptedModel
from tests.agents import stage
from tests.agents.dying_worker import Errand, StoppingClock, heard, working
from tests.sandbox.conftest import guest_cache
from tests.support.queue import RunQueue

pytestmark = [pytest.mark.service, pytest.mark.sandbox, pytest.mark.usefixtures("sandbox")]

CODES = (
    "import random\ndice = [random.random() for _ in range(3)]\n"
    "def total(values):\n    return sum(values)\n"
    "print(dice, remember('The well is behind the barn.')['status'])",
    "dice.append(random.random())\nfound = recall('where is the well?')\nprint(found[0]['content'], dice)",
    "final_answer({'total': total(dice), 'text': found[0]['content']})",
)
LOOKS = 17
"""How often an uninterrupted run of CODES looks at the clock: before, in and after each transaction."""
SEED = 7


@pytest.fixture
def run_id(ada: Actor) -> UUID:
    """A run that waits for a worker, with a seed that every test shares."""
    started = stage.start(ada)
    with tenant_scope(ada.tenant_id):
        Run.objects.filter(id=started).update(seed=SEED)
    return started


def errand(ada: Actor, run_id: UUID, *, stop_at: int, codes: tuple[str, ...] = CODES) -> Errand:
    """Drive this run up to a look at the clock."""
    return Errand(
        tenant_id=str(ada.tenant_id), run_id=str(run_id), codes=codes, stop_at=stop_at, guest=str(guest_cache())
    )


def drive_here(ada: Actor, run_id: UUID, *, codes: tuple[str, ...] = CODES) -> stage.Seen:
    """Drive a run in this process, as the next worker would."""
    driving.drive(ada.tenant_id, run_id, world=stage.model_world(stage.script(*codes)))
    return stage.look(ada, run_id)


def let_the_lease_run_out(ada: Actor, run_id: UUID) -> None:
    """Let the time pass that a dead worker's lease still has."""
    with tenant_scope(ada.tenant_id):
        Run.objects.filter(id=run_id).update(lease_until=Now())


@pytest.fixture
def uninterrupted(mallory: Actor) -> stage.Seen:
    """The same run, which nothing disturbed."""
    started = stage.start(mallory)
    with tenant_scope(mallory.tenant_id):
        Run.objects.filter(id=started).update(seed=SEED)
    return drive_here(mallory, started)


def test_an_uninterrupted_run_looks_at_the_clock_that_often(ada: Actor, run_id: UUID) -> None:
    clock = StoppingClock(0)

    driving.drive(
        ada.tenant_id, run_id, world=World(open_model=lambda spec: ScriptedModel(stage.script(*CODES)), clock=clock)
    )

    assert stage.look(ada, run_id).run.state == State.SUCCEEDED
    assert clock.looks == LOOKS


@pytest.mark.parametrize("stop_at", range(1, LOOKS + 1))
def test_a_run_whose_worker_was_killed_ends_as_if_nothing_had_happened(
    stop_at: int, ada: Actor, run_id: UUID, uninterrupted: stage.Seen
) -> None:
    with working(errand(ada, run_id, stop_at=stop_at)) as worker:
        assert [heard(worker), heard(worker)] == ["up", "here"]
        worker.kill()
    let_the_lease_run_out(ada, run_id)

    seen = drive_here(ada, run_id)

    assert seen.run.state == State.SUCCEEDED, seen.run.error
    assert seen.outcome == uninterrupted.outcome
    assert seen.charges == {"agent.step": 3, "memory.recall": 1, "memory.write": 1, "sandbox.second": 3}
    with tenant_scope(ada.tenant_id):
        assert list(Memory.objects.values_list("seen_count", flat=True)) == [1]


def test_a_run_whose_worker_was_killed_in_the_middle_of_code_runs_that_code_again(ada: Actor, run_id: UUID) -> None:
    codes = ("x = [1]", "x.append(sum(range(40_000_000)))", "final_answer(x)")
    with working(errand(ada, run_id, stop_at=0, codes=codes)) as worker:
        heard(worker)
        wait_for_code(ada, run_id, step=2)
        worker.kill()
    let_the_lease_run_out(ada, run_id)

    seen = drive_here(ada, run_id, codes=codes)

    assert seen.run.answer == [1, sum(range(40_000_000))]
    assert seen.charges == {"agent.step": 3, "sandbox.second": 3}


def test_time_in_the_sandbox_goes_on_from_where_it_was(ada: Actor, run_id: UUID) -> None:
    codes = ("import time\nbegan = time.time()\nprint(began)", "final_answer([began, time.time() >= began])")
    with working(errand(ada, run_id, stop_at=5, codes=codes)) as worker:
        assert [heard(worker), heard(worker)] == ["up", "here"]
        worker.kill()
    let_the_lease_run_out(ada, run_id)

    seen = drive_here(ada, run_id, codes=codes)

    assert seen.run.answer == [float(seen.steps[0].stdout), True]


def wait_for_code(ada: Actor, run_id: UUID, *, step: int) -> None:
    """Wait until a step's code runs."""
    until = time.monotonic() + 30
    while time.monotonic() < until:
        with tenant_scope(ada.tenant_id):
            if Step.objects.filter(run_id=run_id, index=step, code__isnull=False).exists():
                time.sleep(0.3)
                return
        time.sleep(0.05)
    pytest.fail("the code never began")


def test_a_run_is_sent_again_within_ten_seconds_of_its_workers_death(
    ada: Actor, run_id: UUID, run_queue: RunQueue
) -> None:
    with working(errand(ada, run_id, stop_at=3)) as worker:
        heard(worker)
        heard(worker)
        time.sleep(2 * leasing.BEAT_SECONDS)
        worker.kill()
        died_at = time.monotonic()
    while not (mine := [sent for sent in run_queue.sent if sent.arguments.get("run_id") == str(run_id)]):
        assert time.monotonic() - died_at < 8, "the sweeper, which comes every 2 s, must still make it in 10"
        sweeping.sweep()
        time.sleep(0.2)

    assert [sent.task for sent in mine] == ["agents.run"]
    assert drive_here(ada, run_id).run.state == State.SUCCEEDED


def test_a_run_that_is_being_driven_cannot_be_taken(ada: Actor, run_id: UUID) -> None:
    assert leasing.claim(ada.tenant_id, run_id) is not None

    assert leasing.claim(ada.tenant_id, run_id) is None


def test_a_worker_that_lost_its_lease_writes_nothing_more(ada: Actor, run_id: UUID) -> None:
    stale = leasing.claim(ada.tenant_id, run_id)
    let_the_lease_run_out(ada, run_id)
    assert stale is not None
    assert leasing.claim(ada.tenant_id, run_id) is not None
    with tenant_scope(ada.tenant_id):
        run = Run.objects.get(id=run_id)
        recorder = Recorder(
            stale, starting.actor_of_run(run), agent=Agent.objects.get(id=run.agent_id), clock=SystemClock()
        )

    with pytest.raises(leasing.Stopped):
        recorder.begin_step(1)

    assert stage.look(ada, run_id).steps == []
    assert stage.look(ada, run_id).charges == {}


def test_a_run_that_kills_each_worker_is_given_up_with_a_reason(ada: Actor, run_id: UUID) -> None:
    for _ in range(driving.MOST_ATTEMPTS):
        assert leasing.claim(ada.tenant_id, run_id) is not None
        let_the_lease_run_out(ada, run_id)

    seen = drive_here(ada, run_id)

    assert seen.run.state == State.FAILED
    assert stage.failure(seen.run.error)[0] == "interrupted_too_often"


def test_a_run_that_makes_progress_between_interruptions_is_not_given_up(ada: Actor, run_id: UUID) -> None:
    for _ in range(driving.MOST_ATTEMPTS):
        assert leasing.claim(ada.tenant_id, run_id) is not None
        let_the_lease_run_out(ada, run_id)
        with tenant_scope(ada.tenant_id):
            Run.objects.filter(id=run_id).update(attempts=0)  # what the end of a step does

    assert drive_here(ada, run_id).run.state == State.SUCCEEDED


def test_a_run_that_was_queued_and_lost_is_sent_again(ada: Actor, run_id: UUID, run_queue: RunQueue) -> None:
    with tenant_scope(ada.tenant_id):
        Run.objects.filter(id=run_id).update(resend_at=Now())

    sweeping.sweep()
    sweeping.sweep()

    sent = [sent for sent in run_queue.sent if sent.arguments.get("run_id") == str(run_id)]
    assert len(sent) == 1, "a run that waits in the broker is not sent with every sweep"
