import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import { Button, Modal } from '@mantine/core'
import { useEffect, useState } from 'react'
import css from './LeaveDialog.module.css'

type Props = { asking: boolean; onStay(): void; onLeave(): void }

/** Put together from parts because the header of a whole Modal counts as a second banner of the page. */
export default function LeaveDialog({ asking, onStay, onLeave }: Props) {
  // It gives the focus back only when it saw itself being opened.
  const [opened, setOpened] = useState(false)
  useEffect(() => setOpened(asking), [asking])
  return (
    <Modal.Root opened={opened} centered radius="lg" onClose={onStay}>
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body className={css.body}>
          <Modal.Title className={css.title}>Leave without saving?</Modal.Title>
          <p className={css.words}>What you filled in will be lost.</p>
          <div className={css.actions}>
            <Button onClick={onStay} data-autofocus>
              Keep editing
            </Button>
            <Button variant="default" onClick={onLeave}>
              Leave
            </Button>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
