import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/Paper.css'
import { Button, Modal } from '@mantine/core'
import css from './AddPetPage.module.css'

export default function LeaveDialog({ onStay, onLeave }: { onStay(): void; onLeave(): void }) {
  return (
    <Modal opened title="Leave without saving?" onClose={onStay}>
      <p className={css.lead}>What you filled in will be lost.</p>
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
