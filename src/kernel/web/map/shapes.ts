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

/** A place in the middle, or places that all have room. */
export type View = { center: Position; zoom: number } | { places: Position[] }

/** A named place that helps to find one's way on a map without images. */
export type Landmark = Position & { name: string }

export type MapProps = {
  /** Null draws a grid and landmarks instead. */
  tiles: Tiles | null
  landmarks?: readonly Landmark[] | undefined
  label: string
  /** Moves the map whenever it becomes another object. Null shows the world until it is known. */
  view: View | null
  pins?: Pin[]
  tone?: 'lost' | 'found' | undefined
  /** A circle in which something is. */
  around?: { position: Position; metres: number }
  /** A pin that the person moves, by dragging it or by pressing the map. */
  movable?: { position: Position | null; label: string; onMove(to: Position): void }
  onWindow?(window: MapWindow): void
  className?: string | undefined
}

export const zooms = { most: 17, least: 2, alone: 15, precise: 11 } as const
