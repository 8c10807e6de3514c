import { Button, Modal } from '@mantine/core'
import { useEffect, useState } from 'react'
import css from './OutsideDialog.module.css'
import { OutsideList } from './OutsideList.tsx'
import { outsideWords } from './outside-words.ts'
import type { Save } from './use-save.ts'

/** Asks before bookings are left outside the hours. */
export default function OutsideDialog({ save, timeZone }: { save: Save; timeZone: string }) {
  // Keeps the text while it closes.
  const [last, setLast] = useState(save.outside)
  if (save.outside && save.outside !== last) setLast(save.outside)
  // Mantine returns the focus only if it saw the dialog open.
  const [opened, setOpened] = useState(false)
  const isAsking = save.outside !== null
  useEffect(() => setOpened(isAsking), [isAsking])
  const bookings = last?.bookings ?? []
  const { title, rest } = outsideWords(bookings.length)
  return (
    <Modal
      opened={opened}
      onClose={save.goBack}
      title={title}
      withCloseButton={false}
      size="34rem"
      classNames={{ title: css.title }}
    >
      <p className={css.rest}>{rest}</p>
      <OutsideList bookings={bookings} timeZone={timeZone} />
      <div className={css.actions}>
        <Button onClick={save.saveAnyway} aria-disabled={save.isBusy}>
          {save.isBusy ? 'Saving...' : 'Save anyway'}
        </Button>
        <Button variant="default" onClick={save.goBack} data-autofocus>
          Go back
        </Button>
      </div>
    </Modal>
  )
}
