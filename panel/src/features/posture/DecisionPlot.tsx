import "uplot/dist/uPlot.min.css";
import { useComputedColorScheme } from "@mantine/core";
import { useEffect, useRef } from "react";
import UPlot from "uplot";
import { t } from "../../strings/posture";
import { exact, number } from "../../ui/words";
import type { Columns, Spike } from "./series";

const HEIGHT = 200;
const DAY = 86_400;
const DATE = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });
const TIME = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });

/** Bars of decisions over time: denials lie below, so that a rise of them is seen as such. */
export function DecisionPlot({ of, spike, summary }: { of: Columns; spike?: Spike; summary: string }) {
  const place = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme("light");
  useEffect(() => {
    const box = place.current;
    if (!box) return undefined;
    const style = getComputedStyle(document.documentElement);
    const colour = (name: string) => style.getPropertyValue(name).trim();
    const deny = of.deny;
    const step = deny.map((n, i) => n + (of.stepUp[i] ?? 0));
    const all = step.map((n, i) => n + (of.allow[i] ?? 0));
    const bars = UPlot.paths.bars?.({ size: [0.8, 24] });
    const raw = (values: number[]) => (_: UPlot, __: number, ___: number, i: number | null) => i === null ? "" : number(values[i] ?? 0);
    const series = (label: string, name: string, values: number[]): UPlot.Series => ({
      label, fill: colour(name), stroke: colour(name), width: 0, paths: bars, points: { show: false }, value: raw(values),
    });
    const axis = { stroke: colour("--mantine-color-dimmed"), grid: { stroke: colour("--panel-line"), width: 1 }, ticks: { show: false } };
    const plot = new UPlot(
      {
        width: box.clientWidth,
        height: HEIGHT,
        scales: { y: { range: (_, __, most) => [0, Math.max(4, most * 1.15)] } },
        axes: [{ ...axis, size: 32, values: (_, ticks, __, ___, gap) => ticks.map((tick) => tickWords(tick, gap)) }, { ...axis, size: 56, values: (_, ticks) => ticks.map((tick) => (Number.isInteger(tick) ? number(tick) : "")) }],
        series: [
          { label: t.time, value: (_, at) => (at === null ? "" : exact(at * 1000)) },
          series(t.allowed, "--panel-allow", of.allow),
          series(t.needsStepUp, "--panel-step", of.stepUp),
          series(t.denied, "--panel-deny", of.deny),
        ],
        hooks: { draw: [(drawn) => markSpike(drawn, all, spike, colour("--panel-deny"))] },
      },
      [of.start, all, step, deny],
      box,
    );
    const resized = new ResizeObserver(() => plot.setSize({ width: box.clientWidth, height: HEIGHT }));
    resized.observe(box);
    return () => {
      resized.disconnect();
      plot.destroy();
    };
  }, [of, spike, scheme]);
  return <div ref={place} role="img" aria-label={summary} style={{ minHeight: HEIGHT + 32, minWidth: 0 }} />;
}

/** The day at midnight and for wide gaps, else the time. */
function tickWords(tick: number, gap: number): string {
  const at = new Date(tick * 1000);
  return gap >= DAY || at.getHours() + at.getMinutes() === 0 ? DATE.format(at) : TIME.format(at);
}

function markSpike(plot: UPlot, tops: number[], spike: Spike | undefined, colour: string): void {
  const { ctx } = plot;
  ctx.fillStyle = colour;
  for (const i of spike?.at ?? []) {
    const x = plot.valToPos(plot.data[0][i] ?? 0, "x", true);
    const y = plot.valToPos(tops[i] ?? 0, "y", true);
    const size = 6 * devicePixelRatio;
    ctx.beginPath();
    ctx.moveTo(x - size, y - 2.2 * size);
    ctx.lineTo(x + size, y - 2.2 * size);
    ctx.lineTo(x, y - 0.8 * size);
    ctx.fill();
  }
}
