import type { ReactNode } from 'react'

/** Line icons of 20 px, decoration beside what they stand for. */
function Icon({ children }: { children: ReactNode }) {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  )
}

export const PinIcon = () => (
  <Icon>
    <path d="M12 21c4.5-4.6 6.75-8.2 6.75-11a6.75 6.75 0 0 0-13.5 0c0 2.8 2.25 6.4 6.75 11z" />
    <circle cx="12" cy="10" r="2.5" />
  </Icon>
)

export const AimIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="6.5" />
    <path d="M12 2.5v3M12 18.5v3M2.5 12h3M18.5 12h3" />
  </Icon>
)
