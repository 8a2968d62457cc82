import { type CloseButtonProps, ToastContainer, cssTransition, toast } from "react-toastify/unstyled";
import { Icon } from "./icons.tsx";
import type { ToastMessage } from "./toast.tsx";
import "./toast-stack.css";

const transition = cssTransition({ enter: "toast-in", exit: "toast-out", collapse: false });

export const showToast = ({ kind, text }: ToastMessage): void => {
  toast(text, {
    toastId: `${kind} ${text}`,
    type: kind,
    // The default is an alert.
    role: "",
    icon: <Icon name={kind === "error" ? "alert" : "check"} />,
  });
};

const CloseButton = ({ closeToast }: CloseButtonProps) => (
  <button
    type="button"
    className="Toastify__close-button"
    aria-label="Close"
    onClick={(event) => {
      event.stopPropagation();
      closeToast(true);
    }}
  >
    <Icon name="close" />
  </button>
);

/** Visual only: `Toasts` announces the text. */
export const ToastStack = () => (
  <ToastContainer
    position="top-right"
    autoClose={3000}
    limit={3}
    transition={transition}
    closeButton={CloseButton}
    // Hides it from assistive technology only: the stylesheet shows it.
    hideProgressBar
    progressClassName="keeps-time"
    newestOnTop
    pauseOnHover
    pauseOnFocusLoss
    draggable={false}
    closeOnClick={false}
    aria-label="Messages"
  />
);
