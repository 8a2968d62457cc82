import { IconButton } from "../../ui/button.tsx";
import { DrawnIcon } from "../../ui/icons.tsx";

interface PauseButtonProps {
  readonly what: string;
  readonly isPlaying: boolean;
  readonly onPress: () => void;
  readonly onLeave?: () => void;
}

export function PauseButton({ what, isPlaying, onPress, onLeave }: PauseButtonProps) {
  return (
    <IconButton
      label={`${isPlaying ? "Pause" : "Play"} ${what}`}
      onClick={onPress}
      onPointerLeave={onLeave}
      onBlur={onLeave}
    >
      <DrawnIcon drawing={isPlaying ? "M9 6v12M15 6v12" : "m8 5 11 7-11 7Z"} />
    </IconButton>
  );
}
