import { Button, Modal } from '@mantine/core'
import { useEffect, useState } from 'react'
import form from '#/kernel/web/form/form.module.css'
import { YesField } from '#/kernel/web/form/YesField.tsx'
import css from './SightingDialog.module.css'

type Props = { path: string; opened: boolean; onClose(): void }

/** Asks the reporter whether their phone number is printed: a wall has other readers than the report. */
export default function FlyerDialog({ path, onClose, ...props }: Props) {
  const [withPhone, setWithPhone] = useState(false)
  // The dialog remembers the focus only when it sees itself being opened, not when it starts open.
  const [opened, setOpened] = useState(false)
  useEffect(() => setOpened(props.opened), [props.opened])
  return (
    <Modal opened={opened} onClose={onClose} title="Flyer to print">
      <div className={css.form}>
        <YesField
          field={{
            kind: 'yes',
            name: 'withPhone',
            label: 'Print my phone number',
            hint: 'Everyone who passes can read it. Without it, people scan the code to reach you.',
          }}
          value={withPhone}
          problem={undefined}
          onChange={setWithPhone}
        />
        <div className={form.actions}>
          <Button component="a" href={withPhone ? `${path}?phone=true` : path} download onClick={onClose}>
            Download
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </div>
    </Modal>
  )
}
