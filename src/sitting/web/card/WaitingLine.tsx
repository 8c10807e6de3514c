import { Button } from '@mantine/core'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { requestText, unknownErrorText } from '#/kernel/text.ts'
import { sittingText } from '#/sitting/text.ts'
import css from './Card.module.css'
import { OfflineIcon } from './icons.tsx'
import { forget, type Waiting } from './waiting-store.ts'

/** Most entries are sent within this time, so the line appears only afterwards. */
const patience = 4_000

const texts: Readonly<Record<string, string>> = { ...requestText, ...sittingText }

/** Says what hasn't been sent yet, and what was refused and why. */
export function WaitingLine({ waiting }: { waiting: readonly Waiting[] }) {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  const open = waiting.filter(({ refused }) => !refused)
  const refused = waiting.filter((one) => one.refused)
  const oldest = open[0]?.entry.at
  const isLong = useIsPast(oldest === undefined ? null : oldest + patience)
  const isShown = open.length > 0 && (isLong || !isOnline)
  return (
    <>
      <div role="status">
        {isShown && (
          <p className={css.waiting}>
            <OfflineIcon />
            <span>
              {open.length === 1 ? '1 note is' : `${open.length} notes are`} waiting to be sent. They’re kept
              on this phone, and sent when you’re online again.
            </span>
          </p>
        )}
      </div>
      {refused.length > 0 && (
        <div role="alert" className={css.refused}>
          <p>
            {refused.length === 1 ? '1 note' : `${refused.length} notes`} couldn’t be added:{' '}
            {texts[refused[0]!.refused!] ?? unknownErrorText}
          </p>
          <Button variant="default" onClick={() => refused.forEach((one) => void forget(one))}>
            Remove from this phone
          </Button>
        </div>
      )}
    </>
  )
}

function useIsPast(at: number | null): boolean {
  const [past, setPast] = useState<number | null>(null)
  useEffect(() => {
    if (at === null) return
    const timer = setTimeout(() => setPast(at), Math.max(0, at - Date.now()))
    return () => clearTimeout(timer)
  }, [at])
  return at !== null && past === at
}

function subscribe(changed: () => void) {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}
