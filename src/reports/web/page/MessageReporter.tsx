import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import type { Report } from '#/reports/shapes.ts'
import { MessageIcon } from '#/reports/web/icons.tsx'
import { useAskedForMessages, useContacts, useOpenThread } from './contacts.ts'

const first = onDemand(() => import('./FirstMessageDialog.tsx'))

/** Opens the helper's thread with the reporter, or the dialog for its first message. */
export function MessageReporter({ report }: { report: Report }) {
  const { id, reporter, state } = report
  const contacts = useContacts(id)
  const contact = contacts?.[0]
  const isAsked = useAskedForMessages()
  const openThread = useOpenThread()
  const [wanted, setWanted] = useState(false)
  const [opened, setOpened] = useState(false)
  const FirstMessageDialog = useOnDemand(first, wanted)
  const isKnown = contacts !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address that asks for it
  useEffect(() => {
    if (isAsked && isKnown) open(true)
  }, [isAsked, isKnown])
  function open(byAddress: boolean) {
    if (contact) return openThread(contact.id, byAddress)
    if (state !== 'active') return
    setWanted(true)
    setOpened(true)
  }
  if (!contact && state !== 'active') return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<MessageIcon />}
        aria-disabled={!isKnown}
        onPointerEnter={first.prefetch}
        onFocus={first.prefetch}
        onClick={() => isKnown && open(false)}
      >
        Message {reporter}
        {contact && contact.unread > 0 ? ` (${contact.unread} unread)` : ''}
      </Button>
      {FirstMessageDialog && (
        <FirstMessageDialog
          reportId={id}
          reporter={reporter}
          opened={opened}
          onClose={() => setOpened(false)}
          onSent={(contactId) => openThread(contactId, isAsked)}
        />
      )}
    </>
  )
}
