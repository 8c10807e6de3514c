import type { ReactNode } from 'react'

/** Line icons of 20 px: decoration beside a word, or inside a labelled button. */
function Icon({ children }: { children: ReactNode }) {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  )
}

export const PreviousIcon = () => (
  <Icon>
    <path d="m14.5 6-6 6 6 6" />
  </Icon>
)

export const NextIcon = () => (
  <Icon>
    <path d="m9.5 6 6 6-6 6" />
  </Icon>
)

export const InfoIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 11v5.5M12 7.5v.01" />
  </Icon>
)
