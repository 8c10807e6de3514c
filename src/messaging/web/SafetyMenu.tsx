import { ActionIcon, Menu } from '@mantine/core'
import { EllipsisVertical } from 'lucide'
import { useRef, useState } from 'react'
import { LineIcon } from '#/kernel/web/LineIcon.tsx'
import SafetyDialogs from './SafetyDialogs.tsx'
import css from './SafetyMenu.module.css'
import type { Thread } from './thread-cache.ts'
import { useBlock } from './use-safety.ts'

type Props = { bookingId: string; thread: Thread; onAsking(isAsking: boolean): void }

export function SafetyMenu({ bookingId, thread, onAsking }: Props) {
  const { isBlocked, booking } = thread
  const { with: name, trade } = booking
  const [asked, setAsked] = useState<'block' | 'report'>()
  const trigger = useRef<HTMLButtonElement>(null)
  const ask = (what: typeof asked) => {
    setAsked(what)
    onAsking(what !== undefined)
    if (!what) trigger.current?.focus()
  }
  const { mutate } = useBlock(bookingId)
  return (
    <>
      <Menu position="bottom-end" withinPortal={false} returnFocus classNames={{ item: css.item }}>
        <Menu.Target>
          <ActionIcon ref={trigger} aria-label={`More about ${name}`} color="gray">
            <LineIcon icon={EllipsisVertical} size={24} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => ask('report')}>Report {name}</Menu.Item>
          {isBlocked ? (
            <Menu.Item onClick={() => mutate({ bookingId, isBlocked: false })}>Unblock {name}</Menu.Item>
          ) : (
            <Menu.Item onClick={() => ask('block')}>Block {name}</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <SafetyDialogs
        bookingId={bookingId}
        trade={trade}
        name={name}
        asked={asked}
        onClose={() => ask(undefined)}
      />
    </>
  )
}
