import { Modal } from '@mantine/core'
import { linkPhone } from './auth.ts'
import PhoneSteps from './PhoneSteps.tsx'
import { Proof } from './Proof.tsx'
import { withProof } from './proof.ts'

type Props = { onLinked: () => void; onClose: () => void }

/** Confirms a phone number by a code, and links it to the account. */
export default function LinkPhoneDialog({ onLinked, onClose }: Props) {
  async function link(number: string, code: string) {
    await withProof(() => linkPhone(number, code))
    onLinked()
  }
  return (
    <>
      <Modal opened onClose={onClose} title="Confirm your phone number" withCloseButton={false} centered>
        <PhoneSteps enter={link} leaving={false} backLabel="Cancel" onBack={onClose} />
      </Modal>
      <Proof />
    </>
  )
}
