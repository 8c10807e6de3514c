import type { ReactNode } from 'react'

/** Line icons of 24 px, decoration beside a word or inside a labelled button. */
function Icon({ children }: { children: ReactNode }) {
  return (
    <svg
      width="24"
      height="24"
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

export const HomeIcon = () => (
  <Icon>
    <path d="M4 11.5 12 4l8 7.5V19a1 1 0 0 1-1 1h-4.5v-5.5h-5V20H5a1 1 0 0 1-1-1z" />
  </Icon>
)

export const ServicesIcon = () => (
  <Icon>
    <ellipse cx="12" cy="16" rx="4.5" ry="3.75" />
    <circle cx="5.5" cy="11" r="1.75" />
    <circle cx="9.5" cy="6.5" r="1.75" />
    <circle cx="14.5" cy="6.5" r="1.75" />
    <circle cx="18.5" cy="11" r="1.75" />
  </Icon>
)

export const ToDoIcon = () => (
  <Icon>
    <path d="m4 6.5 1.5 1.5L8 5.5M4 15.5 5.5 17 8 14.5M11.5 7H20M11.5 16H20" />
  </Icon>
)

export const AppointmentsIcon = () => (
  <Icon>
    <rect x="4" y="5.5" width="16" height="14.5" rx="2.5" />
    <path d="M4 10h16M8.5 3.5v4M15.5 3.5v4M9 15l2 2 4-4" />
  </Icon>
)

export const MenuIcon = () => (
  <Icon>
    <path d="M4 7h16M4 12h16M4 17h16" />
  </Icon>
)

export const CloseIcon = () => (
  <Icon>
    <path d="m6 6 12 12M18 6 6 18" />
  </Icon>
)

export const CheckIcon = () => (
  <Icon>
    <path d="m5 12.5 4.5 4.5L19 7.5" />
  </Icon>
)

export const ChevronIcon = () => (
  <Icon>
    <path d="m7 10 5 5 5-5" />
  </Icon>
)
