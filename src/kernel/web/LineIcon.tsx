import type { IconNode } from 'lucide'
import type { ComponentProps } from 'react'

type Props = { icon: IconNode; size?: number; stroke?: number; fill?: string }

/** Draws a Lucide icon as decoration: text beside it or a label around it says what it means. */
export function LineIcon({ icon, size = 20, stroke = 1.75, fill = 'none' }: Props) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={fill}
      stroke={fill === 'none' ? 'currentColor' : fill}
      strokeWidth={stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {icon.map(([Shape, attributes]) => {
        const Part = Shape as 'path'
        return <Part key={Object.values(attributes).join()} {...(attributes as ComponentProps<'path'>)} />
      })}
    </svg>
  )
}
