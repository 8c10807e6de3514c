const drawings = {
  logo: [48, 48],
  hero: [640, 420],
  'pet-sitting': [160, 120],
  'pet-styling': [160, 120],
  'pet-training': [160, 120],
  'dog-walking': [160, 120],
  'day-care': [160, 120],
  'veterinary-care': [160, 120],
  'pet-merchandise': [160, 120],
  'pawfect-match': [160, 120],
  'become-pet-parent': [160, 120],
  emergency: [160, 120],
  'pet-pharmacy': [160, 120],
  'pet-insurance': [160, 120],
  'no-appointments': [240, 180],
  'no-pets': [240, 180],
  'no-results': [240, 180],
  'no-notifications': [240, 180],
  'something-went-wrong': [240, 180],
  'coming-soon': [240, 180],
  offline: [240, 180],
  success: [240, 180],
  'message-sent': [240, 180],
  dog: [96, 96],
  cat: [96, 96],
  bird: [96, 96],
  rabbit: [96, 96],
  other: [96, 96],
} as const satisfies Record<string, readonly [number, number]>

export type DrawingName = keyof typeof drawings

type Props = {
  name: DrawingName
  /** In pixels; a missing one follows from the drawing's proportions. */
  width?: number
  height?: number
  /** For screen readers. Without it, the drawing is decoration. */
  title?: string
  className?: string
}

/** Shows one of our drawings, in the theme's --drawing-* colours, which follow light and dark. */
export function Drawing({ name, width, height, title, className }: Props) {
  const [naturalWidth, naturalHeight] = drawings[name]
  const w = width ?? (height ? Math.round((height * naturalWidth) / naturalHeight) : naturalWidth)
  const h = height ?? Math.round((w * naturalHeight) / naturalWidth)
  const use = <use href={`/drawings.svg#${name}`} />
  const box = `0 0 ${naturalWidth} ${naturalHeight}`
  return title ? (
    <svg width={w} height={h} viewBox={box} className={className} role="img" aria-label={title}>
      {use}
    </svg>
  ) : (
    <svg width={w} height={h} viewBox={box} className={className} aria-hidden="true" focusable="false">
      {use}
    </svg>
  )
}
