import { LineIcon } from '#/kernel/web/LineIcon.tsx'

export const HomeIcon = () => (
  <LineIcon size={24}>
    <path d="M4 11.5 12 4l8 7.5V19a1 1 0 0 1-1 1h-4.5v-5.5h-5V20H5a1 1 0 0 1-1-1z" />
  </LineIcon>
)

export const ServicesIcon = () => (
  <LineIcon size={24}>
    <ellipse cx="12" cy="16" rx="4.5" ry="3.75" />
    <circle cx="5.5" cy="11" r="1.75" />
    <circle cx="9.5" cy="6.5" r="1.75" />
    <circle cx="14.5" cy="6.5" r="1.75" />
    <circle cx="18.5" cy="11" r="1.75" />
  </LineIcon>
)

export const ToDoIcon = () => (
  <LineIcon size={24}>
    <path d="m4 6.5 1.5 1.5L8 5.5M4 15.5 5.5 17 8 14.5M11.5 7H20M11.5 16H20" />
  </LineIcon>
)

export const AppointmentsIcon = () => (
  <LineIcon size={24}>
    <rect x="4" y="5.5" width="16" height="14.5" rx="2.5" />
    <path d="M4 10h16M8.5 3.5v4M15.5 3.5v4M9 15l2 2 4-4" />
  </LineIcon>
)

export const MenuIcon = () => (
  <LineIcon size={24}>
    <path d="M4 7h16M4 12h16M4 17h16" />
  </LineIcon>
)

export const CloseIcon = () => (
  <LineIcon size={24}>
    <path d="m6 6 12 12M18 6 6 18" />
  </LineIcon>
)

export const CheckIcon = () => (
  <LineIcon size={24}>
    <path d="m5 12.5 4.5 4.5L19 7.5" />
  </LineIcon>
)

export const ChevronIcon = () => (
  <LineIcon size={24}>
    <path d="m7 10 5 5 5-5" />
  </LineIcon>
)

export const PersonIcon = () => (
  <LineIcon size={24}>
    <circle cx="12" cy="8" r="3.75" />
    <path d="M4.5 20c.8-3.8 3.8-5.5 7.5-5.5s6.7 1.7 7.5 5.5" />
  </LineIcon>
)
