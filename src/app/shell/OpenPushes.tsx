import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { OpenPage } from '#/notifications/push.ts'

/** Opens the page of a clicked push here, as a link would, so that forms with unsaved words ask first. */
export function OpenPushes() {
  const navigate = useNavigate()
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    const open = ({ data, ports: [answer] }: MessageEvent<Partial<OpenPage> | null>) => {
      // '//' would name another host.
      if (data?.is !== 'open' || !data.path || !/^\/(?![/\\])/.test(data.path)) return
      answer?.postMessage('taken')
      void navigate(data.path)
    }
    navigator.serviceWorker.addEventListener('message', open)
    return () => navigator.serviceWorker.removeEventListener('message', open)
  }, [navigate])
  return null
}
