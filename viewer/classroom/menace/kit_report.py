"""What the menace command says: the fields of ``--json``, in their order, and the same in lines."""

from typing import Any

from oxobook.book.game.notation import coordinates
from oxobook.viewer.classroom.menace.boxes import SETS, Kit, by_stage


def kit_report(kit: Kit) -> dict[str, Any]:
    """The boxes with their first beads, stage by stage, and one by one."""
    names, beads, whole = coordinates(kit.rules), kit.first_beads, kit.all_beads
    stages = [
        {"stage": stage, "boxes": count, "beads_of_each": beads[stage], "beads": whole[stage]}
        for stage, count in by_stage(kit.boxes).items()
    ]
    return {
        "rules": str(kit.rules),
        "side": kit.side,
        "which": kit.which,
        "rule": kit.beads,
        "source": kit.rule.source,
        "boxes": len(kit.boxes),
        "beads": whole.total(),
        "stages": stages,
        "list": [
            {
                "number": box.number,
                "stage": box.stage,
                "position": box.position.text,
                "moves": [names[cell] for cell in box.cells],
            }
            for box in kit.boxes
        ],
    }


def kit_lines(report: dict[str, Any]) -> list[str]:
    """The report without its list, for people."""
    stages = report["stages"]
    sum_of_stages = " + ".join(str(stage["boxes"]) for stage in stages)
    lines = [
        f"MENACE as {report['side']} at {report['rules']}: {report['boxes']} boxes"
        + (f" ({sum_of_stages})" if len(stages) > 1 else ""),
        f"A box for {SETS[report['which']]}.",
        "",
        "  move   boxes   beads of each colour   beads in all",
    ]
    lines += [
        f"{stage['stage']:>6}   {stage['boxes']:>5}   {stage['beads_of_each']:>20}   {stage['beads']:>12}"
        for stage in stages
    ]
    return [*lines, f"{'in all':>6}   {report['boxes']:>5}   {'':>20}   {report['beads']:>12}"]
