import { IdCard } from 'lucide'
import { LineIcon } from '#/kernel/web/LineIcon.tsx'

export const LicenseIcon = () => <LineIcon icon={IdCard} />
