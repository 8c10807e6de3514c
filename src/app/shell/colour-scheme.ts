import { useEffect } from 'react'

/** Follows the system when it turns dark or light. On pages with Mantine its provider does the same. */
export function useColourScheme() {
  useEffect(() => {
    const dark = window.matchMedia('(prefers-color-scheme: dark)')
    const follow = () =>
      document.documentElement.setAttribute('data-mantine-color-scheme', dark.matches ? 'dark' : 'light')
    dark.addEventListener('change', follow)
    return () => dark.removeEventListener('change', follow)
  }, [])
}
