/** Counts a sitter's pets at a time, and assigns them to places. Pure; the server calls it under the sitter's lock. */

export type Stretch = { startsAt: Date; endsAt: Date }
/** A pet's place. The database forbids two pets in one place at the same time. */
export type Taken = Stretch & { id: string; lane: number }

/** Returns how many of the stretches run at once, at most. One that ends when another begins frees its place. */
export function mostAtOnce(stretches: readonly Stretch[]): number {
  const steps = stretches.flatMap(({ startsAt, endsAt }) => [
    { at: startsAt.getTime(), by: 1 },
    { at: endsAt.getTime(), by: -1 },
  ])
  steps.sort((a, b) => a.at - b.at || a.by - b.by)
  let now = 0
  let most = 0
  for (const { by } of steps) {
    now += by
    most = Math.max(most, now)
  }
  return most
}

/**
 * Tells whether this many more fit: together with everything that overlaps a wanted stretch, never more than `places`
 * run at once.
 */
export function hasRoom(
  taken: readonly Stretch[],
  wanted: readonly Stretch[],
  pets: number,
  places: number,
): boolean {
  return wanted.every((stretch) => {
    const within = taken
      .filter((other) => overlap(other, stretch))
      .map(({ startsAt, endsAt }) => ({
        startsAt: startsAt > stretch.startsAt ? startsAt : stretch.startsAt,
        endsAt: endsAt < stretch.endsAt ? endsAt : stretch.endsAt,
      }))
    return mostAtOnce(within) + pets <= places
  })
}

const overlap = (a: Stretch, b: Stretch) => a.startsAt < b.endsAt && b.startsAt < a.endsAt

/**
 * Gives each wanted stretch a place that is free all along. Pets that are already there may have to change places,
 * because free places at different times are of no use to one pet. Stretches choose in the order in which they begin,
 * which never needs more places than run at once.
 */
export function assignPlaces(
  taken: readonly Taken[],
  wanted: readonly Stretch[],
): { lanes: number[]; moved: { id: string; lane: number }[] } {
  const all = [
    ...taken.map((one) => ({ ...one, index: -1 })),
    ...wanted.map((one, index) => ({ ...one, id: '', lane: 0, index })),
  ].sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime() || b.lane - a.lane)
  const freeFrom = new Map<number, Date>()
  const lanes: number[] = []
  const moved: { id: string; lane: number }[] = []
  for (const one of all) {
    const isFree = (lane: number) => (freeFrom.get(lane) ?? one.startsAt) <= one.startsAt
    let lane = one.lane > 0 && isFree(one.lane) ? one.lane : 1
    while (!isFree(lane)) lane += 1
    freeFrom.set(lane, one.endsAt)
    if (one.index >= 0) lanes[one.index] = lane
    else if (lane !== one.lane) moved.push({ id: one.id, lane })
  }
  return { lanes, moved }
}
