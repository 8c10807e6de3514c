export const StarIcon = () => (
  <svg width="18" height="18" viewBox="0 0 24 24" fill="var(--star)" aria-hidden="true" focusable="false">
    <path d="m12 2.8 2.8 5.8 6.4.9-4.6 4.4 1.1 6.3-5.7-3-5.7 3 1.1-6.3L2.8 9.5l6.4-.9z" />
  </svg>
)
