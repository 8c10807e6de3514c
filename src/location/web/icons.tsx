import { LocateFixed, MapPin } from 'lucide'
import { LineIcon } from '#/kernel/web/LineIcon.tsx'

export const PinIcon = () => <LineIcon icon={MapPin} />
export const AimIcon = () => <LineIcon icon={LocateFixed} />
