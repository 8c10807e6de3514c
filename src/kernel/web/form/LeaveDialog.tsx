import { Button, Modal } from '@mantine/core'
import { useEffect, useState } from 'react'
import css from './LeaveDialog.module.css'

type Props = { asking: boolean; onStay(): void; onLeave(): void }

export default function LeaveDialog({ asking, onStay, onLeave }: Props) {
  // It returns the focus only if it saw itself being opened.
  const [opened, setOpened] = useState(false)
  useEffect(() => setOpened(asking), [asking])
  return (
    <Modal
      opened={opened}
      onClose={onStay}
      title="Leave without saving?"
      withCloseButton={false}
      classNames={{ title: css.title }}
    >
      <p className={css.words}>You’ll lose what you entered.</p>
      <div className={css.actions}>
        <Button onClick={onStay} data-autofocus>
          Keep editing
        </Button>
        <Button variant="default" onClick={onLeave}>
          Leave
        </Button>
      </div>
    </Modal>
  )
}
