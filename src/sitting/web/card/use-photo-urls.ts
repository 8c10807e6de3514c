import { useEffect, useRef } from 'react'

/** Shows photos that wait on this phone: returns an address for each, the same while the page is open. */
export function usePhotoUrls(): (photo: Blob, id: string) => string {
  const urls = useRef(new Map<string, string>())
  useEffect(() => {
    const made = urls.current
    return () => {
      for (const url of made.values()) URL.revokeObjectURL(url)
      made.clear()
    }
  }, [])
  return (photo, id) => {
    const url = urls.current.get(id) ?? URL.createObjectURL(photo)
    urls.current.set(id, url)
    return url
  }
}
