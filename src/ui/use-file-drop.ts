import { type ChangeEvent, type DragEvent, useState } from "react";

interface FileDrop {
  readonly isOver: boolean;
  readonly zone: {
    readonly onDragEnter: (event: DragEvent) => void;
    readonly onDragOver: (event: DragEvent) => void;
    readonly onDragLeave: () => void;
    readonly onDrop: (event: DragEvent) => void;
  };
  readonly input: {
    readonly type: "file";
    readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  };
}

export function useFileDrop(onFiles: (files: readonly File[]) => void): FileDrop {
  const [isOver, setOver] = useState(false);
  const hover = (event: DragEvent): void => {
    event.preventDefault();
    setOver(true);
  };
  const take = (files: FileList | null): void => {
    if (files && files.length > 0) onFiles([...files]);
  };
  return {
    isOver,
    zone: {
      onDragEnter: hover,
      onDragOver: hover,
      onDragLeave: () => setOver(false),
      onDrop: (event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      },
    },
    input: {
      type: "file",
      onChange: ({ currentTarget }) => {
        take(currentTarget.files);
        // Allows the user to pick the same file again.
        currentTarget.value = "";
      },
    },
  };
}
