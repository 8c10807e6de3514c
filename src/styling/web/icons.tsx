import { CircleCheck, Scissors } from 'lucide'
import { LineIcon } from '#/kernel/web/LineIcon.tsx'

export const ScissorsIcon = () => <LineIcon icon={Scissors} />
export const BadgeIcon = () => <LineIcon icon={CircleCheck} />
