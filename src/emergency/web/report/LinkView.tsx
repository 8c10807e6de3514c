import type { tokenIn } from '#/emergency/injured.ts'
import { Follow } from './Follow.tsx'
import { Rescue } from './Rescue.tsx'

/** What the reporter's and the rescuers' links open. */
export default function LinkView({
  link: { side, token },
}: {
  link: NonNullable<ReturnType<typeof tokenIn>>
}) {
  return side === 'rescuer' ? <Rescue token={token} /> : <Follow token={token} />
}
