import { ChevronLeft, ChevronRight, Info } from 'lucide'
import { LineIcon } from '#/kernel/web/LineIcon.tsx'

export const PreviousIcon = () => <LineIcon icon={ChevronLeft} stroke={2} />
export const NextIcon = () => <LineIcon icon={ChevronRight} stroke={2} />
export const InfoIcon = () => <LineIcon icon={Info} stroke={2} />
