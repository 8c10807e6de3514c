import type { tokenIn } from '#/emergency/injured.ts'
import { Follow } from './Follow.tsx'
import { Rescue } from './Rescue.tsx'

/** Shows the page that a reporter's or a rescuer's link opens. */
export default function LinkView({
  link: { side, token },
}: {
  link: NonNullable<ReturnType<typeof tokenIn>>
}) {
  return side === 'rescuer' ? <Rescue token={token} /> : <Follow token={token} />
}
