import { ChevronDown, Copy, MessageCircle, Phone } from 'lucide'
import { LineIcon } from '#/kernel/web/LineIcon.tsx'

export const PhoneIcon = () => <LineIcon icon={Phone} size={24} />
export const ChevronIcon = () => <LineIcon icon={ChevronDown} />
export const CopyIcon = () => <LineIcon icon={Copy} />
export const SendIcon = () => <LineIcon icon={MessageCircle} />
