export type Position = { lat: number; lon: number }
export type Tiles = { url: string; credit: { text: string; url: string } }

export type MapWindow = { north: number; south: number; west: number; east: number; zoom: number }

/** A pin that can be pressed. Pins of the same key are the same one, moved or with another count. */
export type Pin = {
  key: string
  position: Position
  /** Read aloud. */
  label: string
  count: number
  isChosen: boolean
  onPress(): void
}

export type MapProps = {
  tiles: Tiles
  label: string
  /** What the map shows, until it is another object. Without it, it shows the world, and then the pins once there are some. */
  start: { center: Position; zoom: number } | null
  pins?: Pin[]
  tone?: 'lost' | 'found' | undefined
  /** Where something is, to within so many metres. */
  around?: { position: Position; metres: number }
  /** A pin that the person moves, by dragging it or by pressing the map. */
  movable?: { position: Position | null; label: string; onMove(to: Position): void }
  onWindow?(window: MapWindow): void
  className?: string | undefined
}

export const zooms = { most: 17, least: 2, alone: 15 } as const
