import { t } from "../../strings/relations";
import { type Edge, layout, type Place, type Type } from "./model";

const WIDTH = 132;
const HEIGHT = 40;
const GAP = 148;
const ROW = 96;
const EDGE = 20;
const TOP = 56;
/** How high an arrow passes over the boxes that stand between its ends. */
const ARCH = 72;

const left = (place: Place) => EDGE + place.column * (WIDTH + GAP);
const middle = (place: Place) => TOP + place.row * ROW + HEIGHT / 2;

/** Types as boxes, and an arrow for what a relation may hold for; the tables below say the same in words. */
export function ModelDrawing({ types, edges }: { types: Type[]; edges: Edge[] }) {
  const places = layout(types, edges);
  const at = new Map(places.map((place) => [place.name, place]));
  const width = 2 * EDGE + WIDTH + Math.max(...places.map((place) => place.column)) * (WIDTH + GAP);
  const height = TOP + EDGE + HEIGHT + Math.max(...places.map((place) => place.row)) * ROW;
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label={t.model}>
      <svg className="model" width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img"
        aria-label={edges.map(({ from, label, to }) => `${from} ${label} ${to}`).join(", ")}>
        <defs>
          <marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z" /></marker>
        </defs>
        {together(edges).map((edge) => <Arrow key={`${edge.from} ${edge.to}`} of={edge} from={at.get(edge.from)} to={at.get(edge.to)} />)}
        {places.map((place) => (
          <g key={place.name}>
            <rect x={left(place)} y={middle(place) - HEIGHT / 2} width={WIDTH} height={HEIGHT} rx={8} />
            <text x={left(place) + WIDTH / 2} y={middle(place) + 5} textAnchor="middle">{clipped(place.name, 16)}</text>
          </g>
        ))}
      </svg>
    </div>
  );
}

/** One arrow for all relations between two types. */
function together(edges: Edge[]): Edge[] {
  const joined = new Map<string, Edge>();
  for (const edge of edges) {
    const key = `${edge.from} ${edge.to}`;
    const before = joined.get(key);
    joined.set(key, before ? { ...before, label: `${before.label}, ${edge.label}` } : edge);
  }
  return [...joined.values()];
}

function Arrow({ of, from, to }: { of: Edge; from?: Place; to?: Place }) {
  if (!from || !to) return null;
  const label = (x: number, y: number) => <text className="label" x={x} y={y} textAnchor="middle"><title>{of.label}</title>{clipped(of.label, 22)}</text>;
  if (from === to) {
    const x = left(from) + WIDTH / 2;
    const y = middle(from) - HEIGHT / 2;
    return <><path d={`M${x - 18} ${y}c-6 -24 42 -24 36 0`} markerEnd="url(#arrow)" />{label(x, y - 21)}</>;
  }
  const back = to.column <= from.column;
  const [x1, x2] = [left(from) + (back ? 0 : WIDTH), left(to) + (back ? WIDTH : 0)];
  const [y1, y2] = [middle(from), middle(to)];
  const bend = back ? -60 : 60;
  const arch = back || to.column - from.column > 1 ? ARCH : 0;
  return (
    <>
      <path d={`M${x1} ${y1}C${x1 + bend} ${y1 - arch} ${x2 - bend} ${y2 - arch} ${x2} ${y2}`} markerEnd="url(#arrow)" />
      {label((x1 + x2) / 2, (y1 + y2) / 2 - 0.75 * arch - 6)}
    </>
  );
}

const clipped = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
