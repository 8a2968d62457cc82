import { type ReactNode, useEffect } from "react";
import { ToastContainer, cssTransition, toast } from "react-toastify/unstyled";
import { Icon } from "./icons.tsx";
import { type ToastMessage, onToast } from "./toast.ts";
import "./toast-stack.css";

const transition = cssTransition({ enter: "toast-in", exit: "toast-out", collapse: false });

const show = ({ kind, text }: ToastMessage): void => {
  toast(text, {
    // Deduplicates concurrent toasts.
    toastId: `${kind} ${text}`,
    type: kind,
    role: kind === "error" ? "alert" : "status",
    icon: <Icon name={kind === "error" ? "alert" : "check"} />,
  });
};

export default function ToastStack(): ReactNode {
  useEffect(() => onToast(show), []);
  return (
    <ToastContainer
      position="top-right"
      autoClose={3000}
      limit={3}
      transition={transition}
      progressClassName="keeps-time"
      newestOnTop
      pauseOnHover
      pauseOnFocusLoss
      draggable={false}
      closeOnClick={false}
      aria-label="Messages"
    />
  );
}
