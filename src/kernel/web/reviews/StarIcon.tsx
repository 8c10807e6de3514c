import { Star } from 'lucide'
import { LineIcon } from '#/kernel/web/LineIcon.tsx'

export const StarIcon = () => <LineIcon icon={Star} size={18} fill="var(--star)" />
