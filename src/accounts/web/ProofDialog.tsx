import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { proofText } from '#/accounts/text.ts'
import { accounts } from './accounts.ts'
import css from './ProofDialog.module.css'
import { ProofWays } from './ProofWays.tsx'
import button from './SubmitButton.module.css'

type Props = { opened: boolean; onProved: () => void; onClose: () => void }

/** Asks people to prove who they are, by any way they can log in with. */
export default function ProofDialog({ opened: wanted, onProved, onClose }: Props) {
  const ways = useQuery(accounts.query.ownWaysIn.queryOptions({}))
  // The dialog remembers the focus only when it sees itself being opened, not when it starts open.
  const [opened, setOpened] = useState(false)
  useEffect(() => setOpened(wanted), [wanted])
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={proofText.title}
      withCloseButton={false}
      size="28rem"
      classNames={{ title: css.title }}
    >
      <div className={css.body}>
        <p>{proofText.why}</p>
        {ways.data ? (
          <ProofWays ways={ways.data} onProved={onProved} />
        ) : (
          <div role="status" aria-label="Loading" className={css.ghost} />
        )}
        <button type="button" className={button.plain} onClick={onClose}>
          Cancel
        </button>
      </div>
    </Modal>
  )
}
