import { useEffect } from 'react'

/** Follows the system's colour scheme, like Mantine's provider on its pages. */
export function useColourScheme() {
  useEffect(() => {
    const dark = window.matchMedia('(prefers-color-scheme: dark)')
    const follow = () =>
      document.documentElement.setAttribute('data-mantine-color-scheme', dark.matches ? 'dark' : 'light')
    dark.addEventListener('change', follow)
    return () => dark.removeEventListener('change', follow)
  }, [])
}
